// What the page says, and the sentences of steps. Text from the run is written with textContent only; it never becomes markup.
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const WORDS = {
  en: {
    // the run
    other: '日本語', theme: 'light / dark', about: 'About this run', seed: 'seed', pattern: 'pattern', started: 'started', took: 'search took', version: 'hintsmith', folder: 'run folder',
    config: 'The whole config', minutesLong: (s) => (s < 90 ? `${Math.round(s)} s` : `${Math.round(s / 60)} min`),
    summary: (n, e, more) => `${n} puzzles on the front, found in ${e} evaluations` + (more ? `; ${more} more in other chosen sets` : ''),
    // the front
    front: 'The front', frontHelp: 'Each number is a puzzle. Drag a box over some of them to see only these; click one to choose it.',
    touchHelp: 'Each number is a puzzle. Touch one to choose it.',
    clear: 'Show all again', generation: 'front up to generation', volumeTitle: `Hypervolume to ${data.corner}`, evaluations: 'evaluations',
    volumeFalls: 'The line may fall: a puzzle that looked good by luck loses its place when more walks are taken.',
    claimed: 'claimed', validated: 'validated', bars: '± 2 standard errors', found: 'front of the search', knee: 'knee', chosenSet: (name) => `in ${name}`,
    better: (right) => (right ? 'better →' : '← better'), corner: 'better',
    step: (g, e, v) => `${g}` + (e === null ? '' : ` · ${e} evaluations · hypervolume ${v.toFixed(4)}`),
    volumeWords: (e, v) => `Hypervolume of the claimed front: ${v.toFixed(4)} after ${e} evaluations.`,
    // the list
    puzzles: 'Puzzles', grade: 'Grade', all: 'all', set: 'Set', setFront: 'the front', uses: 'Uses', tMin: 'least T', tMax: 'most T', minutesMin: 'least minutes', minutesMax: 'most minutes',
    minutes: 'Minutes', filter: 'Filter', sort: 'Sort by', turnRound: 'the other way round', number: 'number', onlyTicked: 'ticked only',
    count: (n, m) => `${n} of ${m} puzzles`, none: 'No puzzle passes the filter.', ticked: (n) => `${n} ticked`, tickHelp: 'Tick puzzles (or press the space bar) to export them.',
    copyCommand: 'Copy export command', min: (m) => `${Math.max(1, Math.round(m))} min`, starsWords: (n) => `${n} of 5 stars`,
    // one puzzle
    puzzle: 'Puzzle', why: 'Why it is fun', tensionStars: 'Tension', chainStars: 'Cascade', time: 'Time',
    timeWords: (m) => `about ${Math.max(1, Math.round(m[0]))} min (${Math.max(1, Math.round(m[1]))}–${Math.max(1, Math.round(m[2]))})`,
    solution: 'solution', candidates: 'candidates', copyHints: 'Copy 81 characters', copyLink: 'Copy SudokuPad link', copied: 'copied', notCopied: 'the browser refused to copy',
    turn: 'turn', play: 'Play', stop: 'Stop', back: 'one turn back', next: 'one turn on', start: 'The puzzle as it is printed.', board: 'board', empty: 'empty', row: 'row', column: 'column',
    keyPlaced: 'placed', keyFilled: 'fills itself, in this order', keyHouse: 'house looked at', keyBlocker: 'rules others out', keyWhy: 'cells of the step', prepared: 'Before any digit fits, candidates have to go.',
    // by hand
    byHand: 'Solve it yourself', watch: 'Back to the solve', check: 'Check', hint: 'Hint', again: 'Start again', erase: 'erase', digit: 'digit',
    handStart: 'Choose a cell and type a digit, or press one below.', right: (n) => `All right so far, ${n} cells to go.`, wrong: (n) => `${n} ${n === 1 ? 'digit is' : 'digits are'} wrong.`, solved: 'Solved!',
    hintHouse: (step, house) => `Look at ${house}: ${step}.`, hintCell: (step, cell) => `Look at ${cell}: ${step}.`, hintMore: 'Press again for the whole step.', hintFill: 'Press again to fill it in.',
    // numbers
    curve: 'Difficulty, turn by turn', curveAxis: 'difficulty d(t)', others: 'the other puzzles shown', chain: 'longest cascade', peaks: 'peaks', firstPeak: 'first peak', secondPeak: 'second peak', now: 'this turn',
    curveWords: (p, c, k) => (p.length ? `The two peaks are turns ${Math.min(...p)} and ${Math.max(...p)}. ` : '') + `The longest cascade fills ${k} cells in turn ${c}.`,
    walkWords: (k, n) => (n > 1 ? `The solve shown is one of ${n} random ones (number ${k}): the one nearest the mean.` : ''),
    tensionBars: (n) => `Tension of the ${n} solves; the dark bar holds this one`, placeBars: 'Where their peaks fall, from start to end',
    details: 'Details: scores, d, p, c', errors: '± one standard error', turns: 'T (this walk)', unknown: 'unknown', profile: 'Turns per family (this walk)',
    dpc: (t, d, p, c) => `turn ${t}: d ${d.toFixed(3)} · p ${p.toFixed(3)} · c ${c}`, term: (name) => `What is ${name}?`,
  },
  ja: {
    other: 'English', theme: '明 / 暗', about: 'この実行について', seed: '乱数の種', pattern: 'パターン', started: '開始', took: '探索時間', version: 'hintsmithの版', folder: '実行フォルダ',
    config: '設定の全文', minutesLong: (s) => (s < 90 ? `${Math.round(s)}秒` : `${Math.round(s / 60)}分`),
    summary: (n, e, more) => `フロントの問題 ${n}問、評価 ${e}回` + (more ? `、ほかに選ばれた問題 ${more}問` : ''),
    front: 'パレートフロント', frontHelp: '数字が問題の番号です。枠で囲むとその問題だけを表示し、クリックすると1問を選びます。',
    touchHelp: '数字が問題の番号です。触れると1問を選びます。',
    clear: 'すべて表示', generation: 'この世代までのフロント', volumeTitle: `${data.corner} に対するハイパーボリューム`, evaluations: '評価回数',
    volumeFalls: '線は下がることもあります。運よく高く見えた問題は、解き直しを増やすとフロントから外れるためです。',
    claimed: '探索時', validated: '検証後', bars: '± 標準誤差の2倍', found: '探索のフロント', knee: '膝（ニー）', chosenSet: (name) => `${name}の問題`,
    better: (right) => (right ? '良い →' : '← 良い'), corner: '良い',
    step: (g, e, v) => `${g}` + (e === null ? '' : ` · 評価 ${e}回 · ハイパーボリューム ${v.toFixed(4)}`),
    volumeWords: (e, v) => `探索時のフロントのハイパーボリュームは評価${e}回で${v.toFixed(4)}。`,
    puzzles: '問題', grade: '難易度', all: 'すべて', set: '組', setFront: 'フロント', uses: '使う手筋', tMin: 'Tの下限', tMax: 'Tの上限', minutesMin: '分の下限', minutesMax: '分の上限',
    minutes: '目安（分）', filter: '絞り込み', sort: '並べ替え', turnRound: '逆順', number: '番号', onlyTicked: '印をつけた問題だけ',
    count: (n, m) => `${m}問中 ${n}問`, none: '条件に合う問題はありません。', ticked: (n) => `${n}問に印`, tickHelp: '書き出したい問題に印をつけてください（スペースキーでも可）。',
    copyCommand: '書き出しコマンドをコピー', min: (m) => `${Math.max(1, Math.round(m))}分`, starsWords: (n) => `5つ星のうち${n}`,
    puzzle: '問題', why: 'おもしろさ', tensionStars: '緊張感', chainStars: '連鎖', time: '目安',
    timeWords: (m) => `${Math.max(1, Math.round(m[0]))}分（${Math.max(1, Math.round(m[1]))}〜${Math.max(1, Math.round(m[2]))}分）`,
    solution: '解答', candidates: '候補', copyHints: '81文字をコピー', copyLink: 'SudokuPadのリンクをコピー', copied: 'コピーしました', notCopied: 'コピーできませんでした',
    turn: '手番', play: '再生', stop: '停止', back: '1手戻る', next: '1手進む', start: '問題の初期盤面。', board: '盤面', empty: '空き', row: '行', column: '列',
    keyPlaced: '決まる数字', keyFilled: '続けて埋まる（数字は順）', keyHouse: '注目する行・列・ブロック', keyBlocker: 'ほかを消す数字', keyWhy: '手筋のマス', prepared: '数字を決める前に候補を消しておく。',
    byHand: '自分で解く', watch: '解き方に戻る', check: '確かめる', hint: 'ヒント', again: '最初から', erase: '消す', digit: '数字',
    handStart: 'マスを選び、数字を入れてください。', right: (n) => `ここまで正解です。残り${n}マス。`, wrong: (n) => `${n}か所まちがっています。`, solved: '完成です！',
    hintHouse: (step, house) => `${house}に注目: ${step}。`, hintCell: (step, cell) => `${cell}に注目: ${step}。`, hintMore: 'もう一度押すと手順を示します。', hintFill: 'もう一度押すと数字を入れます。',
    curve: '手番ごとの難しさ', curveAxis: '難易度 d(t)', others: '表示中のほかの問題', chain: '最長の連鎖', peaks: 'ヤマ', firstPeak: '一つ目のヤマ', secondPeak: '二つ目のヤマ', now: '現在の手番',
    curveWords: (p, c, k) => (p.length ? `二つのヤマは手番${Math.min(...p)}と${Math.max(...p)}。` : '') + `最長の連鎖は手番${c}の${k}マス。`,
    walkWords: (k, n) => (n > 1 ? `${n}通りの解き方のうち、平均に最も近い${k}番目を示します。` : ''),
    tensionBars: (n) => `${n}通りの緊張度（濃い棒がこの解き方）`, placeBars: 'ヤマの来る位置（始め→終わり）',
    details: 'くわしい数値: スコア、d・p・c', errors: '± は標準誤差', turns: 'T（この解き方）', unknown: '不明', profile: '手筋ごとの手番数（この解き方）',
    dpc: (t, d, p, c) => `手番${t}: 難易度 d ${d.toFixed(3)} · ヤマ p ${p.toFixed(3)} · 連鎖 c ${c}`, term: (name) => `${name}とは`,
  },
};
// What stands behind the "?" of a term.
const TERMS = {
  front: { en: ['the front', 'The puzzles that no other puzzle of the run beats in every score at once. Going along it, one score is given up for another.'], ja: ['フロント', 'すべてのスコアで同時に上回る問題がほかにない、えりすぐりの問題の集まりです。'] },
  volume: { en: ['the hypervolume', 'One number for the whole front: the area (or room) of all scores that some puzzle of it reaches or beats. More is better.'], ja: ['ハイパーボリューム', 'フロントのどれかの問題が達している領域の広さです。大きいほど良い探索です。'] },
  validated: { en: ['validated', 'The search picks winners, and winners were partly lucky: that is the claimed score. Afterwards each puzzle was scored again by fresh random solvers. Trust this validated score.'], ja: ['検証後のスコア', '探索中のスコアには運も混じります。終わったあと、別の解き手に解き直させて測ったのが検証後のスコアです。'] },
  generation: { en: ['a generation', 'The search works in rounds. Move the slider to see the front as it was after an earlier one.'], ja: ['世代', '探索は世代を重ねて進みます。つまみを動かすと、それまでのフロントが見られます。'] },
  tension: { en: ['tension', 'How far apart the two most gripping moments of a solve are: f1, their distance as a part of the whole solve, averaged over solvers. More stars: a longer arc from one to the other.'], ja: ['緊張感', '解く途中の二つのヤマがどれだけ離れているか（f1）。星が多いほど、最後まで緊張が続きます。'] },
  chain: { en: ['the cascade', 'The longest run of cells that fill themselves after one digit: f2, as a part of the 81 cells, averaged over solvers. Ordinary puzzles have one or two stars.'], ja: ['連鎖', '1つの数字をきっかけに次々と埋まるマスの最大数（f2、81マスに対する割合）。普通の問題は星1つか2つです。'] },
  grade: { en: ['the grade', 'How hard the puzzle is in one word, from easy to fiendish: by the whole effort of the solve, and by the hardest technique that cannot be avoided.'], ja: ['難易度', '入門から最上級までの5段階。解く手間の合計と、欠かせない手筋の難しさで決まります。'] },
  minutes: { en: ['the time', 'A prediction from the times of people on 921 other puzzles. Four puzzles in five lie in the range in brackets.'], ja: ['目安の時間', '921問を人が解いた時間から予測した値です。かっこ内に5問中4問が入ります。'] },
  walk: { en: ['a walk', 'A simulated person who solves the puzzle once, choosing easy steps more often than hard ones. Each takes another way, so the scores are means over many of them.'], ja: ['解き方', '易しい手ほど選びやすい仮想の解き手による一回の解答です。毎回違うので、スコアは多数の平均です。'] },
  curve: { en: ['difficulty', 'How hard it is to find any step at all on a board, d(t). Many easy steps at once make it small. A peak stands out from the turns around it.'], ja: ['手番の難しさ', 'その盤面で次の一手を見つける難しさ d(t) です。易しい手がたくさんあるほど小さくなります。まわりより目立つ所がヤマです。'] },
  numbers: { en: ['d, p, c', 'd: difficulty of the turn. p: how much it stands out from the others, the near ones counting most; the two largest are the peaks. c: cells that fill themselves after it. T: number of turns.'], ja: ['d・p・c', 'd は手番の難しさ、p はまわりの手番からどれだけ目立つか（上位二つがヤマ）、c は続けて埋まるマスの数、T は手番の数です。'] },
  profile: { en: ['a family', 'A kind of reasoning, such as "the only place for a digit in a box". The bars count how often this solve used each.'], ja: ['手筋', '「ブロックでその数字が入るのはここだけ」のような考え方の種類です。この解き方で使った回数を示します。'] },
  knee: { en: ['the knee', 'The puzzle farthest out in the middle of the front: a good compromise of all scores.'], ja: ['膝（ニー）', 'フロントの中央で最も張り出した問題。どのスコアもほどよく高い問題です。'] },
};

let lang = data.lang ?? ((navigator.language || 'en').startsWith('ja') ? 'ja' : 'en');
const w = () => WORDS[lang];
const n3 = (v) => (v === null ? w().unknown : v.toFixed(3));
const make = (tag, text, parent) => { const e = document.createElement(tag); e.textContent = text; parent.append(e); return e; };
const gradeName = (g) => { const known = data.grades.find((one) => one.en === g); return known ? known[lang] : g; };
const starText = (n) => (n ? '★'.repeat(n) + '☆'.repeat(5 - n) : '');
// A "?" that opens the words of a term.
function termOf(key, parent) {
  const [name, words] = TERMS[key][lang], box = make('details', '', parent), mark = make('summary', '?', box);
  box.className = 'term';
  mark.setAttribute('aria-label', w().term(name));
  make('p', words, box);
  return box;
}

// the sentences of a step, from the same forms as `hintsmith explain`
const fill = (form, fields) => form.replace(/\{(\w+)(?:\[(\d+)\])?\}/g, (_, name, k) => (k === undefined ? fields[name] : fields[name][k]));
const listOf = (parts, last = 'and') => (lang === 'ja' ? parts.join('・') : parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`);
const cellWord = (x) => (lang === 'ja' ? `${Math.floor(x / 9) + 1}行${(x % 9) + 1}列` : `r${Math.floor(x / 9) + 1}c${(x % 9) + 1}`);
const unitWord = (u) => (lang === 'ja' ? [`${(u % 9) + 1}行目`, `${(u % 9) + 1}列目`, `ブロック${(u % 9) + 1}`] : [`row ${(u % 9) + 1}`, `column ${(u % 9) + 1}`, `box ${(u % 9) + 1}`])[Math.floor(u / 9)];
const cellsOf = (list) => listOf(list.map(cellWord));
const say = (key, fields = {}) => fill(data.sentences[key][lang], fields);
const unique = (list) => [...new Set(list)];
function instanceWords([kind, units, digits, cells, removed]) {
  const said = { units: units.map(unitWord), digits: listOf(digits.map(String)), each: digits, cells: cellsOf(cells), spots: cells.map(cellWord),
    gone: cellsOf(unique(removed.map(([x]) => x))), either: listOf(unique(removed.map(([, d]) => d)).sort().map(String), 'or'), number: cells.length };
  return fill(data.instances[kind][lang], said);
}
// Sentences of a turn: preparation, the step, the cascade, why others are out. `before` are the digits of its board.
function turnWords(now, digit, before) {
  const cell = cellWord(now.x), then = now.i || now.q.length ? say('then') : '';
  const single = then + (now.u < 0 ? say('only_digit', { cell, digit }) : say('only_place', { cell, digit, unit: unitWord(now.u) }));
  const done = now.i ? instanceWords(now.i) + (lang === 'ja' ? '' : ' ') + single : single;
  const filled = now.c.length ? [say('filled', { cells: cellsOf(now.c), number: now.c.length })] : [];
  return [...now.q.map(instanceWords), done, ...filled, ...outWords(now, digit, before)];
}
function outWords(now, digit, before) {
  const reasons = [];
  if (now.u < 0) {
    const seen = now.h.map((x) => before[x]).sort(), missing = [...'123456789'].filter((d) => d !== digit && !seen.includes(d));
    const [row, column, box] = UNITS_OF[now.x].map(unitWord);
    if (seen.length) reasons.push(say('seen', { row, column, box, digits: listOf(seen) }));
    if (missing.length) reasons.push(say('missing', { digits: listOf(missing) }));
    return [say('other_digits', { reasons: reasons.join(say('and')) })];
  }
  let left = UNITS[now.u].filter((x) => x !== now.x && before[x] === '.');
  for (const holder of now.h) {
    const out = left.filter((x) => PEERS[holder].has(x));
    left = left.filter((x) => !PEERS[holder].has(x));
    reasons.push(say('blocked', { digit, holder: cellWord(holder), cells: cellsOf(out) }));
  }
  if (left.length) reasons.push(say('eliminated', { cells: cellsOf(left) }));
  return reasons.length ? [say('out', { unit: unitWord(now.u), digit, reasons: reasons.join(say('and')) })] : [];
}

// the grid: units 0–26 are rows, columns, boxes
const NINE = [...Array(9).keys()];
const UNITS = [...NINE.map((k) => NINE.map((j) => 9 * k + j)), ...NINE.map((k) => NINE.map((j) => 9 * j + k)),
  ...NINE.map((k) => NINE.map((j) => 27 * Math.floor(k / 3) + 3 * (k % 3) + 9 * Math.floor(j / 3) + (j % 3)))];
const UNITS_OF = [...Array(81).keys()].map((x) => UNITS.map((unit, u) => (unit.includes(x) ? u : -1)).filter((u) => u >= 0));
const PEERS = UNITS_OF.map((units, x) => new Set(units.flatMap((u) => UNITS[u]).filter((y) => y !== x)));
