// The board: the solve turn by turn, and solving by hand.
const board = $('board');
const head = make('tr', '', board.tHead);
make('td', '', head);
for (const c of NINE) make('th', `${c + 1}`, head).scope = 'col';
for (const r of NINE) {
  const row = make('tr', '', board.tBodies[0]);
  make('th', `${r + 1}`, row).scope = 'row';
  for (const c of NINE) make('td', '', row).dataset.cell = 9 * r + c;
}
const cells = [...board.tBodies[0].querySelectorAll('td')];
// The automatic fill of the hints: the last empty cell of a unit, again and again.
function fillLast(values, solution) {
  for (let again = true; again;) {
    again = false;
    for (const unit of UNITS) {
      const open = unit.filter((x) => values[x] === '.');
      if (open.length === 1) { values[open[0]] = solution[open[0]]; again = true; }
    }
  }
}
// The digits before a turn, from 1; before the first the hints are filled, as the walk does.
function digitsBefore(t) {
  const p = data.puzzles[chosen], values = [...p.hints];
  if (t) fillLast(values, p.solution);
  for (const one of walk.slice(0, Math.max(0, t - 1))) for (const x of [one.x, ...one.c]) values[x] = p.solution[x];
  return values;
}
function digitsAfter(t) {
  const values = digitsBefore(t), now = walk[t - 1];
  if (now) for (const x of [now.x, ...now.c]) values[x] = data.puzzles[chosen].solution[x];
  return values;
}
const candidatesOf = (values, x) => [...'123456789'].filter((d) => ![...PEERS[x]].some((y) => values[y] === d));

// Paint digits; `now` is a turn whose reasons are shaded, `before` the digits that its candidates follow from.
function paint(values, now, before, placed) {
  const p = data.puzzles[chosen], marks = $('candidates').checked, solution = $('solution').checked && !hand;
  const house = now && now.u >= 0 ? UNITS[now.u] : [], step = now?.i ? now.i[3] : [];
  const prepared = now ? now.q.flatMap((one) => one[3]) : [];
  const gone = new Set(now ? [...now.q, ...(now.i ? [now.i] : [])].flatMap((one) => one[4].map(([x, d]) => 9 * x + d)) : []);
  const keys = new Set(now?.i ? now.i[3].flatMap((x) => now.i[2].map((d) => 9 * x + d)) : []);
  cells.forEach((td, x) => {
    const answer = values[x] === '.' && solution, kinds = [], order = placed && now?.c.includes(x) ? now.c.indexOf(x) + 1 : 0;
    if (p.hints[x] !== '.') kinds.push('hint');
    if (answer) kinds.push('answer');
    if (house.includes(x)) kinds.push('house');
    if (now?.h.includes(x)) kinds.push('blocker');
    if (step.includes(x) || prepared.includes(x)) kinds.push('why');
    if (order) kinds.push('filled');
    if (now && now.x === x) kinds.push(placed ? 'placed' : 'asked');
    if (hand && !p.hints[x].match(/\d/)) kinds.push(wrong.has(x) ? 'wrong' : 'own');
    td.className = kinds.join(' ');
    td.replaceChildren();
    const digit = values[x] !== '.' ? values[x] : answer ? p.solution[x] : '';
    td.dataset.digit = digit || '.';
    if (order) { td.dataset.order = order; td.style.setProperty('--order', order); } else delete td.dataset.order;
    if (digit) make('span', digit, td).className = 'digit';
    else if (marks) {
      const box = make('div', '', td);
      box.className = 'marks';
      box.setAttribute('aria-hidden', 'true');
      for (const d of candidatesOf(before, x)) {
        const mark = make('i', d, box);
        mark.style.gridArea = `${Math.floor((d - 1) / 3) + 1} / ${((d - 1) % 3) + 1}`;
        if (gone.has(9 * x + +d)) mark.className = 'gone'; else if (keys.has(9 * x + +d)) mark.className = 'key';
      }
    }
    td.setAttribute('aria-label', `${w().row} ${Math.floor(x / 9) + 1} ${w().column} ${(x % 9) + 1}: ${digit || w().empty}`);
    td.tabIndex = hand && x === spot ? 0 : -1;
  });
  board.setAttribute('aria-label', `${w().puzzle} ${chosen + 1}, ${w().board}`);
}
function drawBoard(fresh = false) {
  board.classList.toggle('fresh', fresh);
  if (hand) { drawHand(); return; }
  const now = turn ? walk[turn - 1] : null, after = digitsAfter(turn), before = now ? digitsBefore(turn) : after;
  paint(after, now, before, true);
  $('turn-value').textContent = `${turn} / ${walk.length}`;
  reason(now ? `${w().turn} ${turn}: ${data.steps[now.s][lang]}` : '', now ? turnWords(now, data.puzzles[chosen].solution[now.x], before) : [w().start], now?.q.length);
  $('dpc').textContent = now ? w().dpc(turn, data.puzzles[chosen].d[turn - 1], now.p, now.c.length) : '';
  $('key').hidden = !now;
}
function reason(title, lines, prepared = false) {
  const box = $('reason');
  box.replaceChildren();
  if (title) make('strong', title, make('p', '', box));
  if (prepared) make('p', w().prepared, box).className = 'note';
  for (const line of lines) make('p', line, box);
}
function goTo(t) {
  const from = turn;
  turn = Math.max(0, Math.min(walk.length, t));
  $('turn').value = turn;
  drawBoard(turn > from);
  markTurn();
}
function stop() { clearTimeout(timer); timer = null; $('play').textContent = w().play; }
function playOn() {
  if (turn === walk.length) { stop(); return; }
  goTo(turn + 1);
  timer = setTimeout(playOn, 900 + 150 * walk[turn - 1].c.length); // a cascade is shown cell by cell
}

// by hand
let hand = null, spot = 0, hintLevel = 0, hintTurn = 0, handWords = '';
const wrong = new Set();
function startHand(on) {
  stop();
  hand = on ? [...data.puzzles[chosen].hints] : null;
  spot = on ? hand.indexOf('.') : 0;
  wrong.clear();
  hintLevel = 0;
  handWords = '';
  $('watching').hidden = on;
  $('hand').hidden = !on;
  $('by-hand').textContent = on ? w().watch : w().byHand;
  board.classList.toggle('by-hand', on);
  drawBoard();
}
function drawHand() {
  const now = hintLevel > 1 ? walk[hintTurn - 1] : null;
  paint(hand, now, now ? digitsBefore(hintTurn) : hand, false);
  cells[spot].classList.add('spot');
  $('key').hidden = !now;
  $('dpc').textContent = '';
  if (!hintLevel) { reason('', [handWords || w().handStart]); return; }
  const hinted = walk[hintTurn - 1], step = data.steps[hinted.s][lang], digit = data.puzzles[chosen].solution[hinted.x];
  if (hintLevel === 1) reason(w().hint, [hinted.u < 0 ? w().hintCell(step, cellWord(hinted.x)) : w().hintHouse(step, unitWord(hinted.u)), w().hintMore]);
  else reason(`${w().hint}: ${step}`, [...turnWords({ ...hinted, c: [] }, digit, digitsBefore(hintTurn)), w().hintFill]);
}
function put(digit) {
  if (data.puzzles[chosen].hints[spot] !== '.') return;
  hand[spot] = digit;
  wrong.delete(spot);
  hintLevel = 0;
  handWords = hand.join('') === data.puzzles[chosen].solution ? w().solved : '';
  drawBoard();
}
function findWrong() {
  wrong.clear();
  hand.forEach((d, x) => { if (d !== '.' && d !== data.puzzles[chosen].solution[x]) wrong.add(x); });
  const open = hand.filter((d) => d === '.').length;
  handWords = wrong.size ? w().wrong(wrong.size) : open ? w().right(open) : w().solved;
}
function check() { findWrong(); hintLevel = 0; drawBoard(); }
// The first turn of the solve whose cell is still empty: all that its reasons need stands on the board.
function hint() {
  findWrong();
  if (wrong.size || !hand.includes('.')) { hintLevel = 0; drawBoard(); return; }
  if (!hintLevel) {
    const open = walk.findIndex((one) => [one.x, ...one.c].some((x) => hand[x] === '.'));
    if (open < 0) { const x = hand.indexOf('.'); spot = x; put(data.puzzles[chosen].solution[x]); return; }
    hintTurn = open + 1;
    // cells that fill themselves need no reason
    const rest = [walk[open].x, ...walk[open].c].filter((x) => hand[x] === '.');
    if (rest[0] !== walk[open].x) { spot = rest[0]; put(data.puzzles[chosen].solution[rest[0]]); return; }
  } else if (hintLevel > 1) {
    spot = walk[hintTurn - 1].x;
    put(data.puzzles[chosen].solution[spot]);
    return;
  }
  hintLevel += 1;
  spot = hintLevel > 1 ? walk[hintTurn - 1].x : spot;
  drawBoard();
}
function handKey(e) {
  if (!hand || e.ctrlKey || e.metaKey || e.altKey) return;
  const way = { ArrowUp: -9, ArrowDown: 9, ArrowLeft: -1, ArrowRight: 1 }[e.key];
  if (way !== undefined) {
    e.preventDefault();
    if (spot + way >= 0 && spot + way < 81 && !(way === 1 && spot % 9 === 8) && !(way === -1 && spot % 9 === 0)) spot += way;
  } else if (/^[1-9]$/.test(e.key)) put(e.key);
  else if (['Backspace', 'Delete', '0', ' '].includes(e.key)) { e.preventDefault(); put('.'); } else return;
  drawBoard();
  cells[spot].focus();
}
