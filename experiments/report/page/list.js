// The list: filter, sort, tick, export.
const ticked = new Set();
const items = [];
const SORTS = () => [['number', w().number, (k) => k], ...data.goals.map((goal, g) => [`goal${g}`, goal.name, (k) => (goal.higher ? -1 : 1) * (bestOf(k, g) ?? Infinity)]),
  ['minutes', w().minutes, (k) => data.puzzles[k].minutes?.[0] ?? Infinity],
  ['grade', w().grade, (k) => data.grades.findIndex((one) => one.en === data.puzzles[k].grade)], ['T', 'T', (k) => data.puzzles[k].T]];
// The hints as a mini grid, with the difficulty curve beside it; drawn when they come into sight.
function thumbnail(canvas, k) {
  const p = data.puzzles[k], scale = devicePixelRatio || 1, size = 54, wide = 60;
  canvas.width = (size + 6 + wide) * scale;
  canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  pen.scale(scale, scale);
  pen.strokeStyle = css('--soft');
  pen.lineWidth = 0.6;
  for (const n of [0, 3, 6, 9]) { pen.strokeRect(0.5, 0.5, size - 1, (n * (size - 1)) / 9); pen.strokeRect(0.5, 0.5, (n * (size - 1)) / 9, size - 1); }
  pen.fillStyle = css('--ink');
  pen.font = '5.5px sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  [...p.hints].forEach((d, x) => { if (d !== '.') pen.fillText(d, ((x % 9) + 0.5) * 5.95 + 0.3, (Math.floor(x / 9) + 0.55) * 5.95 + 0.3); });
  const top = Math.max(...p.d, 1e-9), at = (t) => [size + 8 + ((wide - 4) * t) / Math.max(1, p.d.length - 1), size - 6 - ((size - 12) * p.d[t]) / top];
  pen.strokeStyle = css('--blue');
  pen.lineWidth = 1;
  pen.beginPath();
  p.d.forEach((_, t) => pen[t ? 'lineTo' : 'moveTo'](...at(t)));
  pen.stroke();
  pen.fillStyle = css('--orange');
  for (const t of p.peaks) { const [x, y] = at(t - 1); pen.beginPath(); pen.arc(x, y, 2.2, 0, 7); pen.fill(); }
}
const sight = new IntersectionObserver((seen) => { for (const one of seen) if (one.isIntersecting) { thumbnail(one.target, +one.target.dataset.k); sight.unobserve(one.target); } }, { root: null, rootMargin: '200px' });
function drawThumbnails() { for (const item of items) { const canvas = item.querySelector('canvas'); sight.unobserve(canvas); sight.observe(canvas); } }
function fillList() {
  $('list').replaceChildren();
  items.length = 0;
  const names = new Map(data.goals.map((goal, g) => [g, goal.name]));
  data.puzzles.forEach((p, k) => {
    const item = make('li', '', $('list')), box = make('span', '', item), number = make('span', `${k + 1}`, item);
    box.className = 'tick';
    number.className = 'number';
    const canvas = make('canvas', '', item);
    canvas.dataset.k = k;
    const facts = make('span', '', item);
    facts.className = 'facts-of';
    const scored = data.goals.map((_, g) => `${names.get(g)} ${n3(bestOf(k, g))}`);
    for (const text of scored) make('span', text, facts);
    if (p.minutes) make('span', w().min(p.minutes[0]), facts);
    make('span', gradeName(p.grade), facts);
    const marks = [...(k === data.knee ? [w().knee] : []), ...Object.entries(data.sets).filter(([, rows]) => rows.includes(k)).map(([name]) => name)];
    for (const text of marks) make('span', text, facts).className = 'mark';
    item.className = 'puzzle-row';
    item.setAttribute('aria-label', [`${w().puzzle} ${k + 1}`, ...scored, `T ${p.T}`, gradeName(p.grade) || w().unknown, ...(p.minutes ? [w().min(p.minutes[0])] : [])].join(', '));
    item.id = `puzzle-${k}`;
    item.dataset.k = k;
    item.setAttribute('role', 'option');
    item.setAttribute('aria-selected', String(k === chosen));
    item.addEventListener('click', (e) => (e.target === box ? tick(k) : select(k)));
    items.push(item);
    paintTick(k);
    sight.observe(canvas);
  });
  sortList();
}
function sortList() {
  const keys = SORTS(), wanted = keys.find(([key]) => key === $('sort').value) ?? keys[0], value = wanted[2];
  order = data.puzzles.map((_, k) => k).sort((a, b) => value(a) - value(b) || a - b);
  if ($('turn-round').getAttribute('aria-pressed') === 'true') order.reverse();
  $('list').append(...order.map((k) => items[k]));
  shown = order.filter((k) => passes[k]);
}
function paintTick(k) {
  items[k].setAttribute('aria-checked', String(ticked.has(k)));
  items[k].querySelector('.tick').textContent = ticked.has(k) ? '☑' : '☐';
}
function tick(k) {
  if (ticked.has(k)) ticked.delete(k); else ticked.add(k);
  paintTick(k);
  drawTicked();
  if ($('only-ticked').checked) filter();
}
function drawTicked() {
  $('ticked').textContent = ticked.size ? w().ticked(ticked.size) : w().tickHelp;
  $('copy-command').disabled = !ticked.size;
  $('command').textContent = exportCommand();
}
// A page in its folder knows where that is; elsewhere the folder's name is all there is.
function folderPath() {
  if (location.protocol !== 'file:') return data.facts.folder;
  return decodeURIComponent(location.pathname).replace(/\/[^/]*$/, '').replace(/^\/([A-Za-z]:)/, '$1') || '/';
}
const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
function exportCommand() {
  const folder = folderPath(), picks = [...ticked].sort((a, b) => a - b), commands = [];
  const front = picks.filter((k) => k < data.front);
  if (front.length) commands.push([folder, front.map((k) => k + 1)]);
  for (const [name, rows] of Object.entries(data.sets)) {
    const own = picks.filter((k) => k >= data.front && rows.includes(k));
    if (own.length) commands.push([`${folder}/${name}`, own.map((k) => rows.indexOf(k) + 1)]);
  }
  return commands.map(([source, ids]) => `hintsmith export ${quoted(source)} --select ids:${ids.join(',')}`).join('\n');
}
const between = (value, from, to) => value >= +$(from).value && value <= ($(to).value === '' ? Infinity : +$(to).value);
// What passes the form is drawn; of that the list shows what the brush holds.
function filter() {
  const grade = $('grade').value, set = $('set').value;
  const families = [...$('families').querySelectorAll('input:checked')].map((box) => +box.value);
  const inSet = (k) => set === '' || (set === 'front' ? k < data.front : data.sets[set]?.includes(k));
  drawn = data.puzzles.map((_, k) => k).filter((k) => {
    const p = data.puzzles[k];
    return (grade === '' || p.grade === grade.slice(1)) && inSet(k) && between(p.T, 't-min', 't-max') && between(p.minutes?.[0] ?? 0, 'm-min', 'm-max')
      && families.every((f) => p.profile[f] > 0) && (!$('only-ticked').checked || ticked.has(k));
  });
  const here = new Set(drawn);
  data.puzzles.forEach((_, k) => { passes[k] = here.has(k) && (brush === null || brush.has(k)); items[k].hidden = !passes[k]; });
  shown = order.filter((k) => passes[k]);
  $('count').textContent = shown.length ? w().count(shown.length, data.puzzles.length) : w().none;
  $('clear').hidden = brush === null;
  drawFront();
  if (shown.length && !shown.includes(chosen)) select(shown[0]); else if (walk) drawCurve();
}
function brushed(event) {
  const rows = event?.points?.map((point) => point.customdata).filter((k) => k !== undefined) ?? [];
  brush = rows.length ? new Set(rows) : null;
  filter();
}
function unbrush() { brush = null; Plotly.relayout('front', { selections: [] }); filter(); }
