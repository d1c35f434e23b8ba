// One puzzle: why it is fun, how its walks differ, its numbers; and the run itself.
const fact = (name, value, parent, term) => {
  const label = make('dt', name, parent), entry = make('dd', value, parent);
  if (term) termOf(term, label);
  return entry;
};
function drawFun() {
  const p = data.puzzles[chosen], list = $('rating');
  list.replaceChildren();
  for (const [k, name, term] of [[0, w().tensionStars, 'tension'], [1, w().chainStars, 'chain']]) {
    if (!p.stars[k]) continue;
    const entry = fact(name, starText(p.stars[k]), list, term);
    entry.className = 'stars';
    entry.setAttribute('aria-label', w().starsWords(p.stars[k]));
  }
  if (p.minutes) fact(w().time, w().timeWords(p.minutes), list, 'minutes');
  if (p.grade) fact(w().grade, gradeName(p.grade), list, 'grade');
  $('fun').replaceChildren();
  for (const line of details.fun[lang]) make('p', line, $('fun'));
}
function drawWalks() {
  const words = w().walkWords(details.number, details.among), p = data.puzzles[chosen];
  $('walk-words').textContent = words;
  if (words) termOf('walk', $('walk-words'));
  $('spread').hidden = !words;
  const own = p.peaks.length ? Math.abs(p.peaks[0] - p.peaks[1]) / p.T : 0, places = p.peaks.map((t) => (t - 0.5) / p.T);
  histogram($('tension-bars'), w().tensionBars(details.among), details.tension, [own]);
  histogram($('place-bars'), w().placeBars, details.places, places);
}
// Bars over 0 to 1; those that hold one of `own` are dark.
function histogram(figure, caption, counts, own) {
  const top = Math.max(...counts, 1), bars = figure.querySelector('div');
  figure.querySelector('figcaption').textContent = caption;
  bars.setAttribute('aria-label', `${caption}: ${counts.join(' ')}`);
  bars.replaceChildren();
  const mine = own.map((value) => Math.min(counts.length - 1, Math.floor(value * counts.length + 1e-9)));
  counts.forEach((count, k) => {
    const bar = make('span', '', bars);
    bar.style.height = `${(100 * count) / top}%`;
    bar.title = `${(k / counts.length).toFixed(2)}–${((k + 1) / counts.length).toFixed(2)}: ${count}`;
    if (mine.includes(k)) bar.className = 'own';
  });
}
function drawFacts() {
  const p = data.puzzles[chosen], list = $('scores'), profile = $('profile');
  // the error of one walk is unknown
  const one = (value, error) => (error === null ? n3(value) : `${n3(value)} ± ${n3(error)}`);
  const pair = (s) => data.goals.map((goal, g) => `${goal.name} ${one(s[g], s[K + g])}`).join(', ');
  list.replaceChildren(); profile.replaceChildren();
  fact(w().validated, pair(p.validated), list, 'validated');
  fact(w().claimed, pair(p.claimed), list);
  make('dd', w().errors, list).className = 'note';
  fact(w().turns, String(p.T), list);
  p.profile.forEach((k, f) => {
    if (!data.families[f].shown) return;
    const share = (100 * k) / Math.max(p.T, 1);
    fact(data.families[f][lang], `${k} (${Math.round(share)}%)`, profile).style.setProperty('--share', `${share}%`);
  });
  $('h-puzzle').textContent = `${w().puzzle} ${chosen + 1}`;
}
function drawAbout() {
  const f = data.facts, list = $('about-run'), when = (text) => new Date(text).toLocaleString(lang === 'ja' ? 'ja-JP' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  list.replaceChildren();
  if (f.folder) fact(w().folder, f.folder, list);
  if (f.seed !== null) fact(w().seed, String(f.seed), list);
  if (f.start) fact(w().started, when(f.start), list);
  if (f.seconds) fact(w().took, w().minutesLong(f.seconds), list);
  fact(w().evaluations, String(data.evaluations), list);
  if (f.version) fact(w().version, f.version, list);
  if (f.pattern) {
    const name = f.pattern_name.includes('\n') ? '' : f.pattern_name, entry = fact(w().pattern, name, list), grid = make('div', '', entry);
    grid.className = 'pattern';
    grid.setAttribute('aria-hidden', 'true');
    for (const mark of f.pattern) make('i', '', grid).className = mark === '1' ? 'on' : '';
  }
  $('config').textContent = f.config;
  $('config').parentElement.hidden = !f.config;
}
