// Charts: the front, its hypervolume, the difficulty of the chosen puzzle.
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const K = data.goals.length;
// The panels of the front: each pair of objectives. A single objective is drawn beside the numbers of the puzzles.
const PAIRS = K === 1 ? [[-1, 0]] : data.goals.flatMap((_, i) => data.goals.slice(i + 1).map((_, j) => [i, i + 1 + j]));
const MANY = PAIRS.length > 1;
const PANEL = { least: 230, height: 330, gap: 80 }; // pixels: the least width, the height with its axis, the room between two
const NUMBERED = 40, BARRED = 150; // so many points have their numbers in them; so many have their bars
const TOUCH = matchMedia('(pointer: coarse)').matches;
const OPTIONS = { responsive: true, displaylogo: false, displayModeBar: false };
const goalName = (g) => (g < 0 ? w().puzzle : data.goals[g].name);
const valueOf = (k, kind, g) => (g < 0 ? k + 1 : data.puzzles[k][kind][g]);
const bestOf = (k, g) => data.puzzles[k].validated[g] ?? data.puzzles[k].claimed[g];
// two standard errors; an unknown one has no bar
const barOf = (k, kind, g) => (g < 0 ? NaN : 2 * (data.puzzles[k][kind][K + g] ?? NaN));
function layout(x, y) {
  const axis = { color: css('--ink'), gridcolor: css('--line'), zerolinecolor: css('--line'), rangemode: 'tozero', automargin: true };
  return { margin: { l: 55, r: 15, t: 10, b: 45 }, paper_bgcolor: 'rgba(0,0,0,0)', plot_bgcolor: 'rgba(0,0,0,0)',
    font: { color: css('--ink'), family: 'inherit' }, xaxis: { ...axis, title: { text: x } }, yaxis: { ...axis, title: { text: y } },
    legend: { orientation: 'h', y: 1.02, yanchor: 'bottom', x: 0, font: { size: 11 } }, hovermode: 'closest', dragmode: false };
}
function axisTitle(g) {
  if (g < 0) return w().puzzle;
  const brief = MANY || (screenTheme === null && $('front').clientWidth < 500); // a long title has no room
  const words = brief ? data.goals[g][lang].split(/[:：]/)[0] : data.goals[g][lang];
  const text = words.replaceAll('<', '&lt;');
  return data.goals[g].higher ? `${text} · ${w().better(true)}` : `${w().better(false)} · ${text}`;
}
const axisId = (letter, m) => (m ? `${letter}${m + 1}` : letter);
const panelOf = (m, group) => ({ xaxis: axisId('x', m), yaxis: axisId('y', m), legendgroup: group, showlegend: m === 0 });
const dim = (k) => (brush === null || brush.has(k) ? 1 : 0.15);
// Validated scores are large and carry the numbers of the puzzles; what the search claimed is small.
function scores(kind, colour, symbol, [i, j], m) {
  const large = kind === 'validated' || !data.puzzles.some((p) => p.validated.slice(0, K).some((v) => v !== null));
  const numbered = large && drawn.length <= NUMBERED;
  const bars = (g) => ({ type: 'data', array: drawn.map((k) => barOf(k, kind, g)), thickness: 0.7, width: 2, visible: large && drawn.length <= BARRED });
  const size = !large ? 6 : numbered ? (MANY ? 15 : 18) : 8;
  return { type: 'scatter', mode: numbered ? 'markers+text' : 'markers', name: large ? `${w()[kind]}, ${w().bars}` : w()[kind],
    x: drawn.map((k) => valueOf(k, kind, i)), y: drawn.map((k) => valueOf(k, kind, j)),
    customdata: drawn, text: drawn.map((k) => `${k + 1}`), textfont: { size: MANY ? 9 : 10, color: drawn.map((k) => (dim(k) < 1 ? 'rgba(0,0,0,0)' : css('--paper'))) },
    hovertemplate: `${w().puzzle} %{text}<br>${goalName(i)} %{x:.4~f}<br>${goalName(j)} %{y:.3f}<extra>${w()[kind]}</extra>`,
    error_x: bars(i), error_y: bars(j), ...panelOf(m, kind),
    marker: { color: css(colour), symbol: drawn.map((k) => (k < data.front ? symbol : 'square')), size, opacity: drawn.map(dim), line: { width: 1, color: css('--paper') } } };
}
// A line from each claim to its check.
function joins([i, j], m) {
  const ends = (g) => drawn.flatMap((k) => [valueOf(k, 'claimed', g), valueOf(k, 'validated', g), null]);
  return { type: 'scatter', mode: 'lines', x: ends(i), y: ends(j), connectgaps: false, line: { color: css('--line'), width: 1.5 }, hoverinfo: 'skip', ...panelOf(m, 'joins'), showlegend: false };
}
// Marks behind some of the puzzles: the knee, the puzzles of a chosen set.
function rings(name, rows, symbol, colour, size, [i, j], m) {
  const here = rows.filter((k) => drawn.includes(k)), place = (g) => here.map((k) => (g < 0 ? k + 1 : bestOf(k, g)));
  return { type: 'scatter', mode: 'markers', name, x: place(i), y: place(j), customdata: here, hoverinfo: 'skip', ...panelOf(m, name),
    marker: { symbol, size: drawn.length <= NUMBERED ? size : size / 2, color: css(colour), line: { width: 2, color: css(colour) } } };
}
// The chosen puzzle, in each panel: a ring around its claim and its check and a line between them. Shapes are drawn without the rest.
function marks() {
  if (!drawn.includes(chosen)) return [];
  const pen = { line: { color: css('--ink'), width: 2 } }, r = drawn.length <= NUMBERED ? 12 : 9;
  return PAIRS.flatMap(([i, j], m) => {
    const at = { xref: axisId('x', m), yref: axisId('y', m) };
    const ends = ['claimed', 'validated'].map((kind) => [valueOf(chosen, kind, i), valueOf(chosen, kind, j), kind === 'claimed' ? 6 : r]).filter((s) => s[0] !== null && s[1] !== null);
    const around = ends.map((s) => ({ type: 'circle', ...at, xsizemode: 'pixel', ysizemode: 'pixel', xanchor: s[0], yanchor: s[1], x0: -s[2], x1: s[2], y0: -s[2], y1: s[2], ...pen }));
    const way = ends.length === 2 ? [{ type: 'line', ...at, x0: ends[0][0], y0: ends[0][1], x1: ends[1][0], y1: ends[1][1], ...pen, layer: 'below' }] : [];
    return [...around, ...way];
  });
}
// The axes of all panels: beside each other where there is room, else below each other.
function panels() {
  const width = Math.max(screenTheme === null ? $('front').clientWidth : PAPER.front[0], PANEL.least) - 70;
  const columns = Math.max(1, Math.min(PAIRS.length, 3, Math.floor((width + PANEL.gap) / (PANEL.least + PANEL.gap)))), rows = Math.ceil(PAIRS.length / columns);
  const height = rows * PANEL.height, gap = [PANEL.gap / width, PANEL.gap / height];
  const side = [(1 - gap[0] * (columns - 1)) / columns, (1 - gap[1] * (rows - 1)) / rows];
  const base = layout('', ''), out = { ...base, annotations: [], dragmode: TOUCH || data.puzzles.length < 2 ? false : 'select', selectdirection: 'any' };
  if (MANY) $('front').style.height = `${height + 60}px`;
  PAIRS.forEach(([i, j], m) => {
    const left = (m % columns) * (side[0] + gap[0]), top = 1 - Math.floor(m / columns) * (side[1] + gap[1]), n = m ? m + 1 : '';
    const place = (from, to) => (MANY ? { domain: [Math.max(0, from), Math.min(1, to)] } : {});
    // the empty corner towards the worst is not drawn
    out[`xaxis${n}`] = { ...base.xaxis, rangemode: 'normal', zeroline: false, title: { text: axisTitle(i) }, anchor: axisId('y', m), ...place(left, left + side[0]) };
    out[`yaxis${n}`] = { ...base.yaxis, rangemode: 'normal', zeroline: false, title: { text: axisTitle(j) }, anchor: axisId('x', m), ...place(top - side[1], top) };
    if (i >= 0) {
      const right = data.goals[i].higher, up = data.goals[j].higher;
      out.annotations.push({ xref: `${axisId('x', m)} domain`, yref: `${axisId('y', m)} domain`, x: right ? 1 : 0, y: up ? 1 : 0, xanchor: right ? 'right' : 'left', yanchor: up ? 'top' : 'bottom',
        text: `${w().corner} ${right ? (up ? '↗' : '↘') : up ? '↖' : '↙'}`, showarrow: false, font: { color: css('--soft') } });
    }
  });
  return out;
}
function drawFront() {
  const points = K > 1 && data.fronts.length ? data.fronts[+$('generation').value][1] : [];
  // the front of two objectives is a staircase, the shadow of a larger one is points
  const look = MANY ? { mode: 'markers', marker: { color: css('--soft'), symbol: 'circle-open', size: 5 } }
    : { mode: 'lines', line: { color: css('--soft'), width: 1.5, shape: data.goals.every((g) => g.higher) ? 'hv' : 'linear', dash: 'dot' } };
  const history = ([i, j], m) => ({ type: 'scatter', name: w().found, x: points.map((p) => p[i]), y: points.map((p) => p[j]), ...look, ...panelOf(m, 'found'), hoverinfo: 'skip' });
  $('front').setAttribute('aria-label', `${w().front}: ${w().summary(data.front, data.evaluations, data.puzzles.length - data.front)}`);
  const sets = Object.entries(data.sets);
  // what lies behind comes first
  const traces = PAIRS.flatMap((pair, m) => [history(pair, m), joins(pair, m), ...(data.knee === null ? [] : [rings(w().knee, [data.knee], 'star', '--star', 34, pair, m)]),
    ...sets.map(([name, rows]) => rings(w().chosenSet(name), rows, 'square-open', '--green', 24, pair, m)), scores('claimed', '--orange', 'diamond', pair, m), scores('validated', '--blue', 'circle', pair, m)]);
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
const FAINT = 40; // curves of other puzzles drawn behind the chosen one
function drawCurve() {
  const p = data.puzzles[chosen], d = p.d, words = w().curveWords(p.peaks, p.chain, p.chain ? walk[p.chain - 1].c.length : 0);
  const mark = (turns, name, colour, symbol, size) => ({ type: 'scatter', mode: 'markers', name, x: turns, y: turns.map((t) => d[t - 1]),
    marker: { color: css(colour), symbol, size, line: { width: 2, color: css(colour) } }, hovertemplate: '%{x}: %{y:.3f}', cliponaxis: false });
  const top = Math.max(...d, 0), others = shown.length < data.puzzles.length ? shown.filter((k) => k !== chosen).slice(0, FAINT) : [];
  const faint = { x: others.flatMap((k) => [...data.puzzles[k].d.map((_, t) => t + 1), null]), y: others.flatMap((k) => [...data.puzzles[k].d.map((v) => Math.min(v, 1.08 * top)), null]) };
  $('curve').setAttribute('aria-label', words);
  $('curve-words').textContent = words;
  Plotly.react('curve', [
    { type: 'bar', name: w().chain, x: p.chain ? [p.chain] : [], y: p.chain ? [top * 1.08] : [], width: 0.9, marker: { color: css('--filled') }, hoverinfo: 'skip' },
    { type: 'scatter', mode: 'lines+markers', name: 'd(t)', x: d.map((_, k) => k + 1), y: d, line: { color: css('--blue') }, marker: { size: 5 }, hovertemplate: '%{x}: %{y:.3f}' },
    mark(p.peaks, w().peaks, '--orange', 'triangle-up', 12),
    mark(turn ? [turn] : [], w().now, '--ink', 'circle-open', 13),
    { type: 'scatter', mode: 'lines', name: w().others, ...faint, line: { color: css('--line'), width: 1 }, hoverinfo: 'skip', showlegend: others.length > 0 }], layout(w().turn, w().curveAxis), OPTIONS);
  if (!curveListens) { curveListens = true; $('curve').on('plotly_click', (e) => { stop(); goTo(e.points[0].x); }); }
}
function markTurn() { Plotly.restyle('curve', { x: [turn ? [turn] : []], y: [turn ? [data.puzzles[chosen].d[turn - 1]] : []] }, [3]); }
