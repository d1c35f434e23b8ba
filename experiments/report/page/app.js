'use strict';
// Text from the run is written with textContent only; it never becomes markup.
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const WORDS = {
  en: { front: 'Front', puzzles: 'Puzzles', generation: 'front up to generation', volumeTitle: `Hypervolume to ${data.corner}`, evaluations: 'evaluations', grade: 'Grade', all: 'all', uses: 'uses',
    tMin: 'least T', tMax: 'most T', puzzle: 'Puzzle', solution: 'show the solution', copyHints: 'Copy 81 characters',
    copyLink: 'Copy SudokuPad link', copied: 'copied', notCopied: 'the browser refused to copy', turn: 'turn', play: 'Play',
    stop: 'Stop', back: 'one turn back', next: 'one turn on', curve: 'Difficulty d(t)', profile: 'Turns per family (this walk)',
    claimed: 'claimed', validated: 'validated', bars: '± 2 standard errors', chain: 'longest chain', peaks: 'peaks',
    firstPeak: 'first peak', secondPeak: 'second peak', errors: '± one standard error', now: 'this turn', start: 'The puzzle as it is printed.',
    theme: 'light / dark', other: '日本語', found: 'front of the search', none: 'No puzzle passes the filter.', board: 'board', empty: 'empty',
    better: (right) => (right ? 'better →' : '← better'), turns: 'T (this walk)', unknown: 'unknown',
    walkWords: (k, n) => (n > 1 ? `This is one of ${n} walks, number ${k}: the one nearest the mean.` : ''),
    summary: (n, e) => `${n} puzzles on the front, ${e} evaluations`, count: (n, m) => `${n} of ${m} puzzles`, row: 'row', column: 'column',
    curveWords: (p, c, k) => (p.length ? `The two peaks are turns ${Math.min(...p)} and ${Math.max(...p)}. ` : '') + `The longest chain fills ${k} cells in turn ${c}.`,
    step: (g, e, v) => `${g}` + (e === null ? '' : ` · ${e} evaluations · hypervolume ${v.toFixed(4)}`),
    volumeWords: (e, v) => `Hypervolume of the claimed front: ${v.toFixed(4)} after ${e} evaluations.` },
  ja: { front: 'パレートフロント', puzzles: '問題', generation: 'この世代までのフロント', volumeTitle: `${data.corner} に対するハイパーボリューム`, evaluations: '評価回数', grade: 'ランク', all: 'すべて', uses: '使う手筋',
    tMin: 'Tの下限', tMax: 'Tの上限', puzzle: '問題', solution: '解答を表示', copyHints: '81文字をコピー',
    copyLink: 'SudokuPadのリンクをコピー', copied: 'コピーしました', notCopied: 'コピーできませんでした', turn: '手番', play: '再生',
    stop: '停止', back: '1手戻る', next: '1手進む', curve: '難易度 d(t)', profile: '手筋ごとの手番数（この解き方）',
    claimed: '探索時', validated: '検証後', bars: '± 標準誤差の2倍', chain: '最長の連鎖', peaks: 'ヤマ',
    firstPeak: '一つ目のヤマ', secondPeak: '二つ目のヤマ', errors: '± は標準誤差', now: '現在の手番', start: '問題の初期盤面。',
    theme: '明 / 暗', other: 'English', found: '探索のフロント', none: '条件に合う問題はありません。', board: '盤面', empty: '空き',
    better: (right) => (right ? '良い →' : '← 良い'), turns: 'T（この解き方）', unknown: '不明',
    walkWords: (k, n) => (n > 1 ? `${n}通りの解き方のうち、平均に最も近い${k}番目のものです。` : ''),
    summary: (n, e) => `フロントの問題 ${n}問、評価 ${e}回`, count: (n, m) => `${m}問中 ${n}問`, row: '行', column: '列',
    curveWords: (p, c, k) => (p.length ? `二つのヤマは手番${Math.min(...p)}と${Math.max(...p)}。` : '') + `最長の連鎖は手番${c}の${k}マス。`,
    step: (g, e, v) => `${g}` + (e === null ? '' : ` · 評価 ${e}回 · ハイパーボリューム ${v.toFixed(4)}`),
    volumeWords: (e, v) => `探索時のフロントのハイパーボリュームは評価${e}回で${v.toFixed(4)}。` },
};
let lang = (navigator.language || 'en').startsWith('ja') ? 'ja' : 'en';
let chosen = 0, turn = 0, shown = [], walk = null, timer = null, ticket = 0, curveListens = false, screenTheme = null;
const walks = new Map();
const w = () => WORDS[lang];
const n3 = (v) => (v === null ? w().unknown : v.toFixed(3));
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const make = (tag, text, parent) => { const e = document.createElement(tag); e.textContent = text; parent.append(e); return e; };
const gradeName = (g) => { const known = data.grades.find((one) => one.en === g); return known ? known[lang] : g; };

async function unpack(k) {
  if (!walks.has(k)) {
    const bytes = Uint8Array.from(atob(data.puzzles[k].walk), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    walks.set(k, JSON.parse(await new Response(stream).text()));
  }
  return walks.get(k);
}

// charts
function layout(x, y) {
  const axis = { color: css('--ink'), gridcolor: css('--line'), zerolinecolor: css('--line'), rangemode: 'tozero', automargin: true };
  return { margin: { l: 55, r: 15, t: 10, b: 45 }, paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)',
    font: { color: css('--ink'), family: 'inherit' }, xaxis: { ...axis, title: { text: x } }, yaxis: { ...axis, title: { text: y } },
    legend: { orientation: 'h', y: 1.02, yanchor: 'bottom', x: 0 }, hovermode: 'closest' };
}
const OPTIONS = { responsive: true, displaylogo: false, displayModeBar: false };
// The panels of the front: each pair of objectives. A single objective is drawn beside the numbers of the puzzles.
const K = data.goals.length;
const PAIRS = K === 1 ? [[-1, 0]] : data.goals.flatMap((_, i) => data.goals.slice(i + 1).map((_, j) => [i, i + 1 + j]));
const MANY = PAIRS.length > 1;
const PANEL = { least: 230, height: 330, gap: 80 }; // pixels: the least width, the height with its axis, the room between two
const goalName = (g) => (g < 0 ? w().puzzle : data.goals[g].name);
const valueOf = (k, kind, g) => (g < 0 ? k + 1 : data.puzzles[k][kind][g]);
// two standard errors; an unknown one has no bar
const barOf = (k, kind, g) => (g < 0 ? NaN : 2 * (data.puzzles[k][kind][K + g] ?? NaN));
function axisTitle(g) {
  if (g < 0) return w().puzzle;
  const brief = MANY || (screenTheme === null && $('front').clientWidth < 500); // a long title has no room
  const words = brief ? data.goals[g][lang].split(/[:：]/)[0] : data.goals[g][lang];
  const text = words.replaceAll('<', '&lt;');
  return data.goals[g].higher ? `${text} · ${w().better(true)}` : `${w().better(false)} · ${text}`;
}
function scores(kind, colour, symbol, [i, j], m) {
  const bars = (g) => ({ type: 'data', array: shown.map((k) => barOf(k, kind, g)), thickness: 0.7, width: 2 });
  return { type: 'scatter', mode: 'markers', name: `${w()[kind]}, ${w().bars}`, x: shown.map((k) => valueOf(k, kind, i)), y: shown.map((k) => valueOf(k, kind, j)),
    customdata: shown, text: shown.map((k) => `${w().puzzle} ${k + 1}`), hovertemplate: `%{text}<br>${goalName(i)} %{x:.4~f}<br>${goalName(j)} %{y:.3f}`,
    error_x: bars(i), error_y: bars(j), ...panelOf(m, kind),
    marker: { color: css(colour), symbol, size: MANY ? 7 : 9, line: { width: 1, color: css('--paper') } } };
}
const axisId = (letter, m) => (m ? `${letter}${m + 1}` : letter);
const panelOf = (m, group) => ({ xaxis: axisId('x', m), yaxis: axisId('y', m), legendgroup: group, showlegend: m === 0 });
// The chosen puzzle, in each panel: a ring around its claim and its check and a line between them. Shapes are drawn without the rest.
function marks() {
  if (!shown.includes(chosen)) return [];
  const pen = { line: { color: css('--ink'), width: 1.5 } };
  return PAIRS.flatMap(([i, j], m) => {
    const at = { xref: axisId('x', m), yref: axisId('y', m) };
    const ends = ['claimed', 'validated'].map((kind) => [valueOf(chosen, kind, i), valueOf(chosen, kind, j)]).filter((s) => s[0] !== null && s[1] !== null);
    const rings = ends.map((s) => ({ type: 'circle', ...at, xsizemode: 'pixel', ysizemode: 'pixel', xanchor: s[0], yanchor: s[1], x0: -9, x1: 9, y0: -9, y1: 9, ...pen }));
    const way = ends.length === 2 ? [{ type: 'line', ...at, x0: ends[0][0], y0: ends[0][1], x1: ends[1][0], y1: ends[1][1], ...pen, layer: 'below' }] : [];
    return [...rings, ...way];
  });
}
// The axes of all panels: beside each other where there is room, else below each other.
function panels() {
  const width = Math.max(screenTheme === null ? $('front').clientWidth : PAPER.front[0], PANEL.least) - 70;
  const columns = Math.max(1, Math.min(PAIRS.length, 3, Math.floor((width + PANEL.gap) / (PANEL.least + PANEL.gap)))), rows = Math.ceil(PAIRS.length / columns);
  const height = rows * PANEL.height, gap = [PANEL.gap / width, PANEL.gap / height];
  const side = [(1 - gap[0] * (columns - 1)) / columns, (1 - gap[1] * (rows - 1)) / rows];
  const base = layout('', ''), out = { ...base };
  if (MANY) $('front').style.height = `${height + 60}px`;
  PAIRS.forEach(([i, j], m) => {
    const left = (m % columns) * (side[0] + gap[0]), top = 1 - Math.floor(m / columns) * (side[1] + gap[1]), n = m ? m + 1 : '';
    const place = (from, to) => (MANY ? { domain: [Math.max(0, from), Math.min(1, to)] } : {});
    out[`xaxis${n}`] = { ...base.xaxis, rangemode: 'normal', title: { text: axisTitle(i) }, anchor: axisId('y', m), ...place(left, left + side[0]) };
    out[`yaxis${n}`] = { ...base.yaxis, rangemode: 'normal', title: { text: axisTitle(j) }, anchor: axisId('x', m), ...place(top - side[1], top) };
  });
  return out;
}
function drawFront() {
  const points = K > 1 && data.fronts.length ? data.fronts[+$('generation').value][1] : [];
  // the front of two objectives is a staircase, the shadow of a larger one is points
  const look = MANY ? { mode: 'markers', marker: { color: css('--soft'), symbol: 'circle-open', size: 5 } }
    : { mode: 'lines', line: { color: css('--soft'), width: 1.5, shape: data.goals.every((g) => g.higher) ? 'hv' : 'linear', dash: 'dot' } };
  const history = ([i, j], m) => ({ type: 'scatter', name: w().found, x: points.map((p) => p[i]), y: points.map((p) => p[j]), ...look, ...panelOf(m, 'found'), hoverinfo: 'skip' });
  $('front').setAttribute('aria-label', `${w().front}: ${w().summary(data.puzzles.length, data.evaluations)}`);
  const traces = PAIRS.flatMap((pair, m) => [history(pair, m), scores('claimed', '--orange', 'diamond', pair, m), scores('validated', '--blue', 'circle', pair, m)]);
  Plotly.react('front', traces, { ...panels(), shapes: marks() }, OPTIONS);
}
// The generation that the slider stands on: [generation, evaluations, hypervolume], unknown ones null.
function step() {
  if (!data.fronts.length) return null;
  const generation = data.fronts[+$('generation').value][0];
  return data.history.findLast((h) => h[0] <= generation) ?? [generation, null, null];
}
function drawVolume() {
  const now = step(), last = data.history.at(-1);
  const text = now ? w().step(...now) : '–';
  $('generation-value').textContent = text;
  $('generation').setAttribute('aria-valuetext', text);
  $('volume').parentElement.hidden = !last;
  if (!last) return;
  $('volume').setAttribute('aria-label', w().volumeWords(last[1], last[2]));
  Plotly.react('volume', [
    { type: 'scatter', mode: 'lines', x: data.history.map((h) => h[1]), y: data.history.map((h) => h[2]), line: { color: css('--blue') }, hovertemplate: '%{x}: %{y:.4f}<extra></extra>' },
    { type: 'scatter', mode: 'markers', x: now && now[1] !== null ? [now[1]] : [], y: now && now[1] !== null ? [now[2]] : [],
      marker: { color: css('--ink'), symbol: 'circle-open', size: 12, line: { width: 2 } }, hoverinfo: 'skip' }],
  { ...layout(w().evaluations, ''), showlegend: false }, OPTIONS);
}
function drawCurve() {
  const p = data.puzzles[chosen], d = walk.map((t) => t.d), words = w().curveWords(p.peaks, p.chain, p.chain ? walk[p.chain - 1].c.length : 0);
  const mark = (turns, name, colour, symbol, size) => ({ type: 'scatter', mode: 'markers', name, x: turns, y: turns.map((t) => d[t - 1]),
    marker: { color: css(colour), symbol, size, line: { width: 2, color: css(colour) } }, hovertemplate: '%{x}: %{y:.3f}' });
  const top = Math.max(...d, 0) * 1.08;
  $('curve').setAttribute('aria-label', words);
  $('curve-words').textContent = words;
  Plotly.react('curve', [
    { type: 'bar', name: w().chain, x: p.chain ? [p.chain] : [], y: p.chain ? [top] : [], width: 0.9, marker: { color: css('--filled') }, hoverinfo: 'skip' },
    { type: 'scatter', mode: 'lines+markers', name: 'd(t)', x: d.map((_, k) => k + 1), y: d, line: { color: css('--blue') }, marker: { size: 5 }, hovertemplate: '%{x}: %{y:.3f}' },
    mark(p.peaks, w().peaks, '--orange', 'triangle-up', 12),
    mark(turn ? [turn] : [], w().now, '--ink', 'circle-open', 13)], layout(w().turn, 'd(t)'), OPTIONS);
  if (!curveListens) { curveListens = true; $('curve').on('plotly_click', (e) => { stop(); goTo(e.points[0].x); }); }
}

// puzzle
const board = $('board');
for (let r = 0; r < 9; r++) { const row = make('tr', '', board.tBodies[0]); for (let c = 0; c < 9; c++) make('td', '', row); }
const cells = [...board.querySelectorAll('td')];
// The walk begins after the automatic fill of the hints: the last empty cell of a unit, again and again.
const UNITS = [];
for (let k = 0; k < 9; k++) {
  UNITS.push([...Array(9).keys()].map((j) => 9 * k + j), [...Array(9).keys()].map((j) => 9 * j + k),
    [...Array(9).keys()].map((j) => 27 * Math.floor(k / 3) + 3 * (k % 3) + 9 * Math.floor(j / 3) + (j % 3)));
}
function fill(values, solution) {
  for (let again = true; again;) {
    again = false;
    for (const unit of UNITS) {
      const open = unit.filter((x) => values[x] === '.');
      if (open.length === 1) { values[open[0]] = solution[open[0]]; again = true; }
    }
  }
}
function drawBoard() {
  const p = data.puzzles[chosen], values = [...p.hints], now = turn ? walk[turn - 1] : null;
  if (turn) fill(values, p.solution);
  for (const t of walk.slice(0, turn)) { values[t.x] = p.solution[t.x]; for (const x of t.c) values[x] = p.solution[x]; }
  cells.forEach((td, x) => {
    const answer = values[x] === '.' && $('solution').checked;
    const kinds = [];
    if (p.hints[x] !== '.') kinds.push('hint');
    if (answer) kinds.push('answer');
    if (now) {
      if (now.x === x) kinds.push('placed');
      else if (now.c.includes(x)) kinds.push('filled');
      else if (now.r.includes(x)) kinds.push('why');
      else if (now.g.includes(x)) kinds.push('gone');
    }
    td.className = kinds.join(' ');
    td.textContent = answer ? p.solution[x] : values[x] === '.' ? '' : values[x];
    td.setAttribute('aria-label', `${w().row} ${Math.floor(x / 9) + 1} ${w().column} ${(x % 9) + 1}: ${td.textContent || w().empty}`);
  });
  board.setAttribute('aria-label', `${w().puzzle} ${chosen + 1}, ${w().board}`);
  $('turn-value').textContent = `${turn} / ${walk.length}`;
  const reason = $('reason');
  reason.replaceChildren();
  if (!now) { make('p', w().start, reason); return; }
  const head = make('p', '', reason);
  make('strong', `${w().turn} ${turn}: ${data.families[now.f][lang]}`, head);
  head.append(` · d ${now.d.toFixed(3)} · p ${now.p.toFixed(3)} · c ${now.c.length}`);
  for (const line of now[lang]) make('p', line, reason);
}
function drawFacts() {
  const p = data.puzzles[chosen], list = $('scores'), profile = $('profile');
  const fact = (name, value, parent) => { make('dt', name, parent); return make('dd', value, parent); };
  // the error of one walk is unknown
  const one = (value, error) => (error === null ? n3(value) : `${n3(value)} ± ${n3(error)}`);
  const pair = (s) => data.goals.map((goal, g) => `${goal.name} ${one(s[g], s[K + g])}`).join(', ');
  list.replaceChildren(); profile.replaceChildren();
  if (p.grade) fact(w().grade, gradeName(p.grade), list);
  fact(w().claimed, pair(p.claimed), list);
  fact(w().validated, pair(p.validated), list);
  make('dd', w().errors, list).className = 'note';
  fact(w().turns, String(p.T), list);
  $('walk-words').textContent = w().walkWords(p.number, p.among);
  p.profile.forEach((k, f) => {
    if (!data.families[f].shown) return;
    const share = (100 * k) / Math.max(p.T, 1);
    fact(data.families[f][lang], `${k} (${Math.round(share)}%)`, profile).style.setProperty('--share', `${share}%`);
  });
  $('h-puzzle').textContent = `${w().puzzle} ${chosen + 1}`;
}
function goTo(t) {
  turn = Math.max(0, Math.min(walk.length, t));
  $('turn').value = turn;
  drawBoard();
  Plotly.restyle('curve', { x: [turn ? [turn] : []], y: [turn ? [walk[turn - 1].d] : []] }, [3]);
}
function stop() { clearInterval(timer); timer = null; $('play').textContent = w().play; }
async function select(k) {
  const mine = ++ticket;
  stop();
  const next = await unpack(k);
  if (mine !== ticket) return; // another puzzle was chosen meanwhile
  chosen = k; walk = next; turn = 0;
  $('turn').max = walk.length; $('turn').value = 0;
  $('copied').textContent = '';
  for (const item of $('list').children) item.setAttribute('aria-selected', String(+item.dataset.k === k));
  const item = $('list').children[k];
  $('list').setAttribute('aria-activedescendant', item.id);
  const box = $('list');
  if (item.offsetTop < box.scrollTop || item.offsetTop + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = item.offsetTop;
  drawBoard(); drawFacts(); drawCurve();
  Plotly.relayout('front', { shapes: marks() });
  document.body.dataset.ready = k; document.body.dataset.turns = walk.length;
}

// choosing
function fillList() {
  $('list').replaceChildren();
  $('list-head').replaceChildren();
  $('list').parentElement.style.setProperty('--goals', K);
  make('span', '', $('list-head'));
  for (const goal of data.goals) make('span', goal.name, $('list-head')).title = goal[lang];
  for (const word of ['T', w().grade]) make('span', word, $('list-head'));
  data.puzzles.forEach((p, k) => {
    const best = data.goals.map((_, g) => n3(p.validated[g] ?? p.claimed[g]));
    const item = make('li', '', $('list')), words = [`${k + 1}`, ...best, `${p.T}`, gradeName(p.grade)];
    for (const word of words) make('span', word, item);
    item.className = 'puzzle-row';
    item.setAttribute('aria-label', `${w().puzzle} ${k + 1}, ${data.goals.map((goal, g) => `${goal.name} ${best[g]}`).join(', ')}, T ${p.T}, ${gradeName(p.grade) || w().unknown}`);
    item.id = `puzzle-${k}`; item.dataset.k = k;
    item.setAttribute('role', 'option'); item.setAttribute('aria-selected', String(k === chosen));
    item.addEventListener('click', () => select(k));
  });
}
function filter() {
  const grade = $('grade').value, low = +$('t-min').value, high = $('t-max').value === '' ? Infinity : +$('t-max').value;
  const families = [...$('families').querySelectorAll('input:checked')].map((box) => +box.value);
  shown = data.puzzles.map((_, k) => k).filter((k) => {
    const p = data.puzzles[k];
    return (grade === '' || p.grade === grade.slice(1)) && p.T >= low && p.T <= high && families.every((f) => p.profile[f] > 0);
  });
  for (const item of $('list').children) item.hidden = !shown.includes(+item.dataset.k);
  $('count').textContent = shown.length ? w().count(shown.length, data.puzzles.length) : w().none;
  drawFront();
  if (shown.length && !shown.includes(chosen)) select(shown[0]);
}
function texts() {
  document.documentElement.lang = lang;
  for (const e of document.querySelectorAll('[data-text]')) e.textContent = w()[e.dataset.text];
  for (const e of document.querySelectorAll('[data-label]')) e.setAttribute('aria-label', w()[e.dataset.label]);
  $('language').textContent = w().other;
  $('summary').textContent = w().summary(data.puzzles.length, data.evaluations);
  const grade = $('grade'), kept = grade.value, families = $('families');
  grade.replaceChildren();
  make('option', w().all, grade).value = '';
  const order = data.grades.map((one) => one.en), used = [...new Set(data.puzzles.map((p) => p.grade))];
  for (const g of used.sort((a, b) => order.indexOf(a) - order.indexOf(b))) if (g) make('option', gradeName(g), grade).value = '=' + g;
  grade.value = kept;
  const on = new Set([...families.querySelectorAll('input:checked')].map((box) => box.value));
  families.replaceChildren();
  data.families.forEach((family, f) => {
    if (!family.shown) return;
    const label = make('label', '', families), box = make('input', '', label);
    box.type = 'checkbox'; box.value = f; box.checked = on.has(String(f));
    label.append(' ' + family[lang]);
  });
  fillList();
}
async function copy(text) {
  let done = false;
  try { await navigator.clipboard.writeText(text); done = true; } catch {
    const area = make('textarea', text, document.body); // files opened from disk may lack the clipboard interface
    area.select(); done = document.execCommand('copy'); area.remove();
  }
  $('copied').textContent = done ? w().copied : w().notCopied;
}
function theme(name) { document.documentElement.dataset.theme = name; if (walk) { drawCurve(); drawFront(); drawVolume(); } }

// A chart that is only stretched keeps the room of its old legend: draw anew once the window is at rest.
let resizing = null;
addEventListener('resize', () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => { if (!screenTheme) theme(document.documentElement.dataset.theme); }, 300);
});
// Charts carry their colours and their size in them: paper wants the light ones, as wide as its columns.
const PAPER = { front: [690, MANY ? 300 * Math.ceil(PAIRS.length / 2) + 60 : 300], volume: [690, 210], curve: [340, 230] };
addEventListener('beforeprint', () => {
  screenTheme = document.documentElement.dataset.theme;
  theme('light');
  for (const [id, [width, height]] of Object.entries(PAPER)) if ($(id).data) Plotly.relayout(id, { autosize: false, width, height });
});
addEventListener('afterprint', () => {
  if (!screenTheme) return;
  for (const id of Object.keys(PAPER)) if ($(id).data) Plotly.relayout(id, { autosize: true, width: null, height: null });
  theme(screenTheme);
  screenTheme = null;
});

$('front').parentElement.classList.toggle('many', MANY);
$('list').parentElement.classList.toggle('many-goals', MANY);
document.title = `${data.name} – hintsmith`;
$('name').textContent = data.name;
$('generation').max = Math.max(0, data.fronts.length - 1);
$('generation').value = $('generation').max;
const dark = matchMedia('(prefers-color-scheme: dark)');
theme(dark.matches ? 'dark' : 'light');
dark.addEventListener('change', () => theme(dark.matches ? 'dark' : 'light'));
texts();
filter();
drawVolume();
$('front').on('plotly_click', (e) => { const k = e.points[0].customdata; if (k !== undefined) select(k); });
$('generation').addEventListener('input', () => { drawFront(); drawVolume(); });
$('volume').on?.('plotly_click', (e) => {
  const generation = data.history[e.points[0].pointIndex]?.[0] ?? 0, k = data.fronts.findLastIndex((f) => f[0] <= generation);
  if (e.points[0].curveNumber === 0 && k >= 0) { $('generation').value = k; drawFront(); drawVolume(); }
});
$('filters').addEventListener('input', filter);
$('filters').addEventListener('submit', (e) => e.preventDefault());
$('solution').addEventListener('change', () => walk && drawBoard());
$('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
$('language').addEventListener('click', () => {
  lang = lang === 'en' ? 'ja' : 'en'; stop(); texts(); filter();
  drawVolume();
  if (walk) { drawBoard(); drawFacts(); drawCurve(); }
});
$('list').addEventListener('keydown', (e) => {
  const at = shown.indexOf(chosen), to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  if (shown[to] !== undefined) select(shown[to]);
});
$('turn').addEventListener('input', () => { stop(); if (walk) goTo(+$('turn').value); });
for (const [id, of] of [['to-first', (p) => Math.min(...p.peaks)], ['to-second', (p) => Math.max(...p.peaks)], ['to-chain', (p) => p.chain]]) {
  $(id).addEventListener('click', () => { stop(); const t = walk ? of(data.puzzles[chosen]) : 0; if (Number.isFinite(t)) goTo(t); });
}
$('back').addEventListener('click', () => { stop(); if (walk) goTo(turn - 1); });
$('next').addEventListener('click', () => { stop(); if (walk) goTo(turn + 1); });
$('play').addEventListener('click', () => {
  if (timer) { stop(); return; }
  if (!walk) return;
  if (turn === walk.length) goTo(0);
  $('play').textContent = w().stop;
  timer = setInterval(() => { goTo(turn + 1); if (turn === walk.length) stop(); }, 900);
});
$('copy-hints').addEventListener('click', () => copy(data.puzzles[chosen].hints));
$('copy-link').addEventListener('click', () => copy(data.puzzles[chosen].link));
if (data.puzzles.length) select(0);
})();
