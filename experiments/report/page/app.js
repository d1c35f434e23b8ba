// State, and what the reader does.
let chosen = 0, turn = 0, shown = [], drawn = [], order = [], brush = null, walk = null, details = null, timer = null, ticket = 0, curveListens = false, screenTheme = null;
const passes = data.puzzles.map(() => true);
const blocks = new Map();
async function unpack(k) {
  const b = Math.floor(k / data.block);
  if (!blocks.has(b)) {
    const bytes = Uint8Array.from(atob(data.walks[b]), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    blocks.set(b, JSON.parse(await new Response(stream).text()));
  }
  return blocks.get(b)[k % data.block];
}
async function select(k) {
  const mine = ++ticket;
  stop();
  const next = await unpack(k);
  if (mine !== ticket) return; // another puzzle was chosen meanwhile
  chosen = k; details = next; walk = next.turns; turn = 0;
  $('turn').max = walk.length; $('turn').value = 0;
  $('copied').textContent = '';
  for (const item of items) item.setAttribute('aria-selected', String(+item.dataset.k === k));
  const item = items[k], box = $('list');
  box.setAttribute('aria-activedescendant', item.id);
  if (item.offsetTop < box.scrollTop || item.offsetTop + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = item.offsetTop;
  startHand(false);
  drawPuzzle();
  Plotly.relayout('front', { shapes: marks() });
  document.body.dataset.ready = k; document.body.dataset.turns = walk.length;
}
function drawPuzzle() { drawBoard(); drawFun(); drawWalks(); drawFacts(); drawCurve(); }

function texts() {
  document.documentElement.lang = lang;
  for (const e of document.querySelectorAll('[data-text]')) { e.textContent = w()[e.dataset.text]; if (e.dataset.term) termOf(e.dataset.term, e); }
  $('terms').replaceChildren();
  termOf('numbers', $('terms'));
  for (const e of document.querySelectorAll('[data-label]')) e.setAttribute('aria-label', w()[e.dataset.label]);
  $('front-help').textContent = TOUCH ? w().touchHelp : w().frontHelp;
  $('language').textContent = w().other;
  $('summary').textContent = w().summary(data.front, data.evaluations, data.puzzles.length - data.front);
  const grades = data.grades.map((one) => one.en), used = [...new Set(data.puzzles.map((p) => p.grade))].filter(Boolean);
  choices('grade', [['', w().all], ...used.sort((a, b) => grades.indexOf(a) - grades.indexOf(b)).map((g) => ['=' + g, gradeName(g)])]);
  choices('set', [['', w().all], ['front', w().setFront], ...Object.keys(data.sets).map((name) => [name, name])]);
  $('set').parentElement.hidden = !Object.keys(data.sets).length;
  choices('sort', SORTS().map(([key, name]) => [key, name]));
  const families = $('families'), on = new Set([...families.querySelectorAll('input:checked')].map((box) => box.value));
  families.replaceChildren();
  data.families.forEach((family, f) => {
    if (!family.shown) return;
    const label = make('label', '', families), box = make('input', '', label);
    box.type = 'checkbox'; box.value = f; box.checked = on.has(String(f));
    label.append(' ' + family[lang]);
  });
  fillList();
  drawTicked();
  drawAbout();
}
function choices(name, options) {
  const box = $(name), kept = box.value;
  box.replaceChildren();
  for (const [value, words] of options) make('option', words, box).value = value;
  box.value = options.some(([value]) => value === kept) ? kept : options[0][0];
}
async function copy(text) {
  let done = false;
  try { await navigator.clipboard.writeText(text); done = true; } catch {
    const area = make('textarea', text, document.body); // files opened from disk may lack the clipboard interface
    area.select(); done = document.execCommand('copy'); area.remove();
  }
  return done ? w().copied : w().notCopied;
}
function theme(name) {
  document.documentElement.dataset.theme = name;
  if (walk) { drawCurve(); drawFront(); drawVolume(); drawThumbnails(); }
}

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
  $('details').open = true;
  for (const [id, [width, height]] of Object.entries(PAPER)) if ($(id).data) Plotly.relayout(id, { autosize: false, width, height });
});
addEventListener('afterprint', () => {
  if (!screenTheme) return;
  for (const id of Object.keys(PAPER)) if ($(id).data) Plotly.relayout(id, { autosize: true, width: null, height: null });
  theme(screenTheme);
  screenTheme = null;
});

$('front').parentElement.classList.toggle('many', MANY);
document.title = `${data.name} – hintsmith`;
$('name').textContent = data.name;
$('generation').max = Math.max(0, data.fronts.length - 1);
$('generation').value = $('generation').max;
for (const d of '123456789') { const key = make('button', d, $('digits')); key.type = 'button'; key.addEventListener('click', () => put(d)); }
const eraser = make('button', '⌫', $('digits'));
eraser.type = 'button';
eraser.dataset.label = 'erase';
eraser.addEventListener('click', () => put('.'));
const dark = matchMedia('(prefers-color-scheme: dark)');
theme(dark.matches ? 'dark' : 'light');
dark.addEventListener('change', () => theme(dark.matches ? 'dark' : 'light'));
texts();
filter();
drawVolume();
$('front').on('plotly_click', (e) => { const k = e.points[0].customdata; if (k !== undefined) select(k); });
$('front').on('plotly_selected', (e) => { if (e) brushed(e); });
$('clear').addEventListener('click', unbrush);
$('generation').addEventListener('input', () => { drawFront(); drawVolume(); });
$('volume').on?.('plotly_click', (e) => {
  const generation = data.history[e.points[0].pointIndex]?.[0] ?? 0, k = data.fronts.findLastIndex((f) => f[0] <= generation);
  if (e.points[0].curveNumber === 0 && k >= 0) { $('generation').value = k; drawFront(); drawVolume(); }
});
$('filters').addEventListener('input', filter);
$('filters').addEventListener('submit', (e) => e.preventDefault());
$('sort').addEventListener('input', sortList);
$('turn-round').addEventListener('click', () => { const e = $('turn-round'); e.setAttribute('aria-pressed', String(e.getAttribute('aria-pressed') !== 'true')); sortList(); });
for (const id of ['solution', 'candidates']) $(id).addEventListener('change', () => walk && drawBoard());
$('theme').addEventListener('click', () => theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
$('language').addEventListener('click', () => {
  lang = lang === 'en' ? 'ja' : 'en'; stop(); texts(); filter(); drawVolume();
  $('by-hand').textContent = hand ? w().watch : w().byHand;
  if (walk) drawPuzzle();
});
$('list').addEventListener('keydown', (e) => {
  if (e.key === ' ') { e.preventDefault(); tick(chosen); return; }
  const at = shown.indexOf(chosen), to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[e.key];
  if (to === undefined) return;
  e.preventDefault();
  if (shown[to] !== undefined) select(shown[to]);
});
$('turn').addEventListener('input', () => { stop(); if (walk) goTo(+$('turn').value); });
for (const [id, of] of [['to-first', (p) => Math.min(...p.peaks)], ['to-second', (p) => Math.max(...p.peaks)], ['to-chain', (p) => p.chain]]) {
  $(id).addEventListener('click', () => { stop(); if (hand) startHand(false); const t = walk ? of(data.puzzles[chosen]) : 0; if (Number.isFinite(t)) goTo(t); });
}
$('back').addEventListener('click', () => { stop(); if (walk) goTo(turn - 1); });
$('next').addEventListener('click', () => { stop(); if (walk) goTo(turn + 1); });
$('play').addEventListener('click', () => {
  if (timer) { stop(); return; }
  if (!walk) return;
  if (turn === walk.length) goTo(0);
  $('play').textContent = w().stop;
  playOn();
});
$('by-hand').addEventListener('click', () => walk && startHand(!hand));
$('check').addEventListener('click', check);
$('hint').addEventListener('click', hint);
$('again').addEventListener('click', () => startHand(true));
board.addEventListener('click', (e) => { const td = e.target.closest('td[data-cell]'); if (hand && td) { spot = +td.dataset.cell; drawBoard(); cells[spot].focus(); } });
board.addEventListener('keydown', handKey);
$('copy-hints').addEventListener('click', async () => { $('copied').textContent = await copy(data.puzzles[chosen].hints); });
$('copy-link').addEventListener('click', async () => { $('copied').textContent = await copy(details.link); });
$('copy-command').addEventListener('click', async () => { $('command-copied').textContent = await copy(exportCommand()); });
if (data.puzzles.length) select(0);
