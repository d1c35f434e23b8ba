'use strict';
// Text from the runs is written with textContent only; it never becomes markup.
(() => {
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
const volume = data.measure === 'hypervolume';
const WORDS = {
  en: { title: (keys) => (keys ? `Runs compared by ${keys}` : 'Runs compared'), table: 'Groups of runs', boxes: volume ? `Hypervolume to ${data.corner}` : 'Best value', curves: 'Over the evaluations',
    surfaces: 'Attainment surfaces', tests: 'Every pair of groups', validated: 'validated', claimed: 'claimed', theme: 'light / dark', other: '日本語',
    evaluations: 'evaluations', objectives: 'objectives', surface: 'surface', point: 'point on it', value: volume ? 'hypervolume' : 'best value',
    curvesNote: 'Lines are medians, bands reach from quartile to quartile. Solid: validated by fresh walks, at the marks; dashed: as the search claims it.',
    surfacesNote: 'So many percent of the runs found a validated puzzle at least this good in both objectives: dotted 25, solid 50, dashed 75. Dots are the puzzles. Choose a point with the slider, or anywhere in the chart, to see the puzzles that attain it.',
    testsNote: 'Two-sided p-values of the validated values; Holm corrects them for their number. A12: chance that a run of a is better than one of b; 0.5 is none.',
    level: (g, p) => `${g}: ${p}% of the runs`, leftOut: (names) => `Not finished, left out: ${names.join(', ')}`,
    summary: (n, g, at) => `${n} runs in ${g} groups, ${volume ? `hypervolume to ${data.corner}` : 'best value'} ${at}`,
    attained: (x, y, parts) => `(${x}, ${y}) is attained by ${parts.join('; ')}`, share: (g, k, n) => `${k} of ${n} runs of ${g}`,
    nearest: 'of each run that attains it, the nearest puzzle', better: (right) => (right ? 'better →' : '← better') },
  ja: { title: (keys) => (keys ? `${keys} による実験の比較` : '実験の比較'), table: '実験のグループ', boxes: volume ? `${data.corner} に対するハイパーボリューム` : '最良値', curves: '評価回数による推移',
    surfaces: '到達面', tests: 'グループの組ごとの検定', validated: '検証後', claimed: '探索時', theme: '明 / 暗', other: 'English',
    evaluations: '評価回数', objectives: '目的', surface: '到達面', point: '面上の点', value: volume ? 'ハイパーボリューム' : '最良値',
    curvesNote: '線は中央値、帯は四分位範囲。実線は新しい試行で検証した値（印の位置）、破線は探索時の値。',
    surfacesNote: 'その割合の実験が、両方の目的でこの値以上の検証済みの問題を見つけた（点線25%、実線50%、破線75%）。点は問題。スライダーか図の中の任意の点を選ぶと、そこに到達した問題が出る。',
    testsNote: '検証後の値の両側 p 値。Holm は検定の数に対する補正。A12 は a の実験が b の実験に勝る確率で、0.5 なら差がない。',
    level: (g, p) => `${g}：実験の${p}%`, leftOut: (names) => `未完了で除いた実験：${names.join('、')}`,
    summary: (n, g, at) => `実験 ${n}件、${g}グループ、${volume ? `${data.corner} に対するハイパーボリューム` : '最良値'}（${at}）`,
    attained: (x, y, parts) => `(${x}, ${y}) に到達した実験：${parts.join('；')}`, share: (g, k, n) => `${g} ${n}件中${k}件`,
    nearest: '到達した実験ごとに最も近い問題', better: (right) => (right ? '良い →' : '← 良い') },
};
let lang = (navigator.language || 'en').startsWith('ja') ? 'ja' : 'en';
let point = null;
const w = () => WORDS[lang];
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const make = (tag, text, parent) => { const e = document.createElement(tag); e.textContent = text; parent.append(e); return e; };
// Okabe and Ito's colours, told apart by most colour-blind eyes; light ones for the dark page
const COLOURS = { light: ['#0072b2', '#d55e00', '#009e73', '#b0468c', '#8a6d00', '#2f8fc4', '#5c5c5c', '#7a3b00'],
  dark: ['#56b4e9', '#e69f00', '#3fc79a', '#e08fc0', '#f0e442', '#9fd3f5', '#bdbdbd', '#ff9a52'] };
const SYMBOLS = ['circle', 'square', 'diamond', 'triangle-up', 'cross', 'x', 'star', 'hexagon'];
const dark = () => document.documentElement.dataset.theme === 'dark';
const colour = (k) => { const own = COLOURS[dark() ? 'dark' : 'light']; return own[k % own.length]; };
const faint = (k) => `${colour(k)}2e`;
const narrow = () => window.matchMedia('(max-width: 720px)').matches;

function layout(x, y, more = {}) {
  const axis = { color: css('--ink'), gridcolor: css('--line'), zerolinecolor: css('--line'), automargin: true };
  const n = data.groups.length;
  return { margin: { l: 60, r: 15, t: 10, b: 45 }, paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)',
    font: { color: css('--ink'), family: 'inherit' }, xaxis: { ...axis, title: { text: x } }, yaxis: { ...axis, title: { text: y } },
    legend: { orientation: 'h', y: 1.02, yanchor: 'bottom', x: 0 }, hovermode: 'closest', dragmode: false, showlegend: n > 1, ...more };
}
const OPTIONS = { responsive: true, displaylogo: false, displayModeBar: false };

function boxes() {
  const traces = [];
  data.groups.forEach((group, k) => {
    for (const kind of ['validated', 'claimed']) {
      const full = kind === 'validated';
      traces.push({ type: 'box', name: `${group.label}, ${w()[kind]}`, y: group[kind], x: group[kind].map(() => group.label), boxpoints: 'all', jitter: 0.5, pointpos: 0,
        offsetgroup: kind, text: group.runs, hovertemplate: '%{text}<br>%{y:.4f}<extra>%{fullData.name}</extra>', line: { color: colour(k), width: 1.5 },
        fillcolor: full ? faint(k) : 'rgba(0,0,0,0)', marker: { color: full ? colour(k) : css('--card'), size: 5, line: { color: colour(k), width: 1.5 } }, showlegend: false });
    }
  });
  // the legend says only what is filled and what is hollow
  for (const kind of ['validated', 'claimed'])
    traces.push({ type: 'scatter', x: [null], y: [null], mode: 'markers', name: w()[kind], marker: { size: 10, symbol: 'square', color: kind === 'validated' ? css('--soft') : css('--card'), line: { color: css('--soft'), width: 1.5 } } });
  const at = layout('', w().value, { boxmode: 'group', showlegend: true });
  at.xaxis.type = 'category'; at.xaxis.categoryarray = data.groups.map((g) => g.label); at.xaxis.categoryorder = 'array';
  at.yaxis.rangemode = 'tozero';
  Plotly.react('boxes', traces, at, OPTIONS);
  $('boxes').setAttribute('aria-label', data.groups.map((g, k) => `${g.label}: ${data.table[1][k].slice(-5).join(' ')}`).join('; '));
}

function curves() {
  const traces = [];
  data.groups.forEach((group, k) => {
    for (const kind of ['claimed', 'validated']) {
      const c = group.curves[kind], full = kind === 'validated', name = `${group.label}, ${w()[kind]}`;
      if (full && c.evaluations.length > 1) traces.push({ x: [...c.evaluations, ...[...c.evaluations].reverse()], y: [...c.q3, ...[...c.q1].reverse()], fill: 'toself', fillcolor: faint(k), line: { width: 0 }, mode: 'lines', hoverinfo: 'skip', showlegend: false });
      traces.push({ x: c.evaluations, y: c.median, mode: full ? 'lines+markers' : 'lines', name, line: { color: colour(k), width: full ? 2 : 1.3, dash: full ? 'solid' : 'dash' },
        marker: { size: 6, symbol: SYMBOLS[k % SYMBOLS.length] }, customdata: c.evaluations.map((_, i) => [c.q1[i], c.q3[i]]), showlegend: full && data.groups.length > 1,
        hovertemplate: '%{x}: %{y:.4f} (%{customdata[0]:.4f} – %{customdata[1]:.4f})<extra>%{fullData.name}</extra>', legendgroup: group.label });
    }
  });
  const at = layout(w().evaluations, w().value);
  at.yaxis.rangemode = 'tozero'; at.xaxis.rangemode = 'tozero';
  // the legend names the groups; the note below says what is dashed
  traces.forEach((t) => { if (t.showlegend) t.name = t.legendgroup; });
  Plotly.react('curves', traces, at, OPTIONS);
  $('curves').setAttribute('aria-label', w().curvesNote);
}

const chosenPair = () => $('pair').value.split(',').map(Number);
const shownSurfaces = () => { const [a, b] = chosenPair(); return data.surfaces.filter((s) => s.a === a && s.b === b); };

function surfaces() {
  const [a, b] = chosenPair(), traces = [];
  data.groups.forEach((group, k) => {
    const own = data.puzzles.filter((p) => p.group === k && p.validated[a] !== null && p.validated[b] !== null);
    traces.push({ x: own.map((p) => p.validated[a]), y: own.map((p) => p.validated[b]), mode: 'markers', hoverinfo: 'skip', showlegend: false,
      marker: { color: colour(k), size: 5, opacity: 0.3, symbol: SYMBOLS[k % SYMBOLS.length] } });
  });
  for (const s of shownSurfaces()) {
    const median = s.percent === 50;
    traces.push({ x: [data.worst[a], ...s.x, s.x[s.x.length - 1]], y: [s.y[0], ...s.y, data.worst[b]], mode: 'lines', line: { color: colour(s.group), width: median ? 2.5 : 1.2, dash: median ? 'solid' : s.percent < 50 ? 'dot' : 'dash', shape: 'vh' },
      name: data.groups[s.group].label, legendgroup: s.group, showlegend: median && data.groups.length > 1, hovertemplate: `%{x:.3f}, %{y:.3f}<extra>${s.percent}%</extra>` });
  }
  if (point) traces.push({ x: [point[0]], y: [point[1]], mode: 'markers', marker: { size: 15, symbol: 'cross-thin', line: { color: css('--ink'), width: 2.5 } }, showlegend: false, hoverinfo: 'skip' });
  const name = (g) => (narrow() ? data.goals[g].name : long(g));
  const long = (g) => `${data.goals[g][lang]} (${data.goals[g].name}), ${w().better(data.goals[g].higher)}`;
  Plotly.react('surfaces', traces, layout(name(a), name(b)), OPTIONS);
  $('surfaces').setAttribute('aria-label', w().surfacesNote);
}

function board(text, parent) {
  if (!/^[.1-9]{81}$/.test(text)) { make('p', text, parent); return; }
  const table = make('table', '', parent);
  table.className = 'mini'; table.setAttribute('aria-label', text);
  for (let r = 0; r < 9; r += 1) { const row = make('tr', '', table); for (let c = 0; c < 9; c += 1) make('td', text[9 * r + c].replace('.', ''), row); }
}

function at() {
  const list = $('at'), [a, b] = chosenPair();
  list.textContent = ''; $('attained').textContent = '';
  if (!point) return;
  const up = (g, v) => (data.goals[g].higher ? v : -v), SLACK = 1e-6;
  const far = (p) => Math.hypot(p.validated[a] - point[0], p.validated[b] - point[1]);
  const parts = [], nearest = [];
  data.groups.forEach((group, k) => {
    const best = new Map();
    for (const p of data.puzzles) {
      if (p.group !== k || p.validated[a] === null || p.validated[b] === null) continue;
      if (up(a, p.validated[a]) < up(a, point[0]) - SLACK || up(b, p.validated[b]) < up(b, point[1]) - SLACK) continue;
      if (!best.has(p.run) || far(p) < far(best.get(p.run))) best.set(p.run, p);
    }
    parts.push(w().share(group.label, best.size, group.runs.length));
    nearest.push(...best.values());
  });
  const n3 = (v) => (v === null ? '?' : v.toFixed(3));
  $('attained').textContent = `${w().attained(n3(point[0]), n3(point[1]), parts)}${nearest.length ? ` (${w().nearest})` : ''}`;
  for (const p of nearest.sort((x, y) => far(x) - far(y)).slice(0, 24)) {
    const item = make('li', '', list);
    item.style.setProperty('--own', colour(p.group));
    board(p.text, item);
    make('div', data.goals.map((g, k) => `${g.name} ${n3(p.validated[k])}`).join(', '), item);
    make('div', p.run, item);
  }
}

function choose() {
  const s = shownSurfaces()[Number($('surface').value)];
  $('corner').max = s ? s.x.length - 1 : 0;
  const k = Math.min(Number($('corner').value), Number($('corner').max));
  point = s ? [s.x[k], s.y[k]] : null;
  $('corner-value').textContent = s ? `${k + 1} / ${s.x.length}` : '';
  surfaces(); at();
}

function options() {
  const select = $('surface'), before = select.value;
  select.textContent = '';
  shownSurfaces().forEach((s, k) => { const o = make('option', w().level(data.groups[s.group].label, s.percent), select); o.value = k; });
  const median = shownSurfaces().findIndex((s) => s.percent === 50);
  select.value = before !== '' && Number(before) < select.options.length ? before : String(Math.max(0, median));
}

function table(id, [head, rows], texts) {
  const place = $(id);
  place.textContent = '';
  const line = make('tr', '', make('thead', '', place));
  head.forEach((text, k) => { const e = make('th', text, line); if (k < texts) e.className = 'text'; e.scope = 'col'; });
  const body = make('tbody', '', place);
  rows.forEach((row, r) => { const tr = make('tr', '', body); row.forEach((text, k) => { const e = make('td', text, tr); if (k < texts) e.className = 'text'; }); });
}

function words() {
  document.documentElement.lang = lang;
  document.title = $('name').textContent = w().title(data.keys.join(', '));
  $('language').textContent = w().other;
  document.querySelectorAll('[data-text]').forEach((e) => { e.textContent = w()[e.dataset.text]; });
  const runs = data.groups.reduce((n, g) => n + g.runs.length, 0);
  $('summary').textContent = w().summary(runs, data.groups.length, data.limit);
  $('left-out').textContent = data.leftOut.length ? w().leftOut(data.leftOut) : '';
}

function draw() {
  words(); boxes(); curves();
  if (data.goals.length > 1 && data.surfaces.length) { options(); choose(); }
}

const pairs = [...new Set(data.surfaces.map((s) => `${s.a},${s.b}`))];
pairs.forEach((p) => { const [a, b] = p.split(',').map(Number); make('option', `${data.goals[a].name}, ${data.goals[b].name}`, $('pair')).value = p; });
$('pair-label').hidden = pairs.length < 2;
$('attainment').hidden = !pairs.length;
table('groups', data.table, data.table[0].length - 6);
table('tests', data.tests, 3);
$('tested').hidden = !data.tests[1].length;
$('language').addEventListener('click', () => { lang = lang === 'en' ? 'ja' : 'en'; draw(); });
$('theme').addEventListener('click', () => { document.documentElement.dataset.theme = dark() ? 'light' : 'dark'; draw(); });
$('pair').addEventListener('change', () => { $('corner').value = 0; $('surface').value = ''; options(); choose(); });
$('surface').addEventListener('change', () => { $('corner').value = Math.floor(Number($('corner').max) / 2); choose(); });
$('corner').addEventListener('input', choose);
if (window.matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';
draw();
if (pairs.length) {
  $('corner').value = Math.floor(Number($('corner').max) / 2);
  choose();
  $('surfaces').addEventListener('click', (event) => {
    const { xaxis, yaxis } = $('surfaces')._fullLayout, box = $('surfaces').getBoundingClientRect();
    const x = event.clientX - box.left - xaxis._offset, y = event.clientY - box.top - yaxis._offset;
    if (x < 0 || y < 0 || x > xaxis._length || y > yaxis._length) return;
    point = [xaxis.p2d(x), yaxis.p2d(y)];
    $('corner-value').textContent = '';
    surfaces(); at();
  });
}
document.body.dataset.ready = '1';
})();
