/** The style of a report. The boxes of the totals show and hide groups, without a script. */
export const reportStyle = `
.summary { margin: 1.1rem 0 0; font-size: 1.15rem; }
.tiles { display: grid; grid-template-columns: repeat(5, 1fr); gap: 0.6rem; margin-top: 2rem; }
.tile {
  display: flex; flex-direction: column; position: relative; padding: 0.8rem 1rem 0.7rem; border: 1px solid var(--line);
  border-radius: 0.6rem; cursor: pointer;
}
.tile::after { content: "hidden"; color: var(--soft); font-size: 0.78rem; }
.tile:has(:checked) { border-color: currentColor; background: var(--card); }
.tile:has(:checked)::after { content: "shown"; }
.tile:has(:disabled) { cursor: default; }
.tile:has(:disabled)::after { content: "none"; }
.tile:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
.tile input { position: absolute; opacity: 0; }
.tile b { font-size: 1.7rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tile:has(:disabled) b { color: var(--soft); font-weight: 400; }
.tile span { color: var(--ink); font-size: 0.88rem; }
.NEW { color: var(--new); } .UPD { color: var(--upd); } .MIS { color: var(--mis); } .ERR { color: var(--err); } .SAM { color: var(--sam); }
.bar { display: block; width: 100%; height: 6px; margin-top: 1rem; border-radius: 3px; overflow: hidden; }
.bar rect { fill: currentColor; }
.apart { margin: 0.9rem 0 0; color: var(--soft); font-size: 0.92rem; }
#filter { margin-top: 1.5rem; }
#filter label { display: block; margin-bottom: 0.3rem; color: var(--soft); font-size: 0.88rem; }
#search {
  width: 100%; padding: 0.55rem 0.8rem; border: 1px solid var(--edge); border-radius: 0.5rem;
  background: var(--card); color: var(--ink); font: inherit;
}
#matches { margin: 0.4rem 0 0; color: var(--soft); font-size: 0.88rem; }
.group h2 { color: currentColor; }
.entry { color: var(--ink); }
article.entry, details.entry {
  margin: 0 0 0.9rem; padding: 0.9rem 1.2rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card);
}
.entry h3 { margin: 0; font-size: 1rem; font-weight: 650; overflow-wrap: anywhere; }
.entry h3 a { text-decoration: none; }
.entry h3 a:hover { text-decoration: underline; }
details.entry > summary { cursor: pointer; list-style: none; }
details.entry > summary::-webkit-details-marker { display: none; }
details.entry > summary h3::after { content: " · show"; color: var(--link); font-weight: 400; font-size: 0.88rem; }
details.entry[open] > summary h3::after { content: " · hide"; }
.open { margin: 0.4rem 0 0; font-size: 0.88rem; }
.entry .diff { margin-top: 0.3rem; }
.where { margin-top: 0.4rem; }
.where > summary { cursor: pointer; color: var(--link); font-size: 0.88rem; }
.pages { columns: 16rem 3; margin: 0.5rem 0 0; padding: 0; list-style: none; font-size: 0.88rem; overflow-wrap: anywhere; }
.pages li { break-inside: avoid; padding: 0.1rem 0; }
.rows { margin: 0; padding: 0; list-style: none; }
.row {
  display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.55rem 0; border-top: 1px solid var(--line);
  content-visibility: auto; contain-intrinsic-size: auto 2.6rem;
}
.entry:target { outline: 2px solid var(--link); outline-offset: 2px; }
.url { overflow-wrap: anywhere; }
.reason { color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
details.rules { margin-top: 3rem; }
details.rules > summary { cursor: pointer; list-style: none; }
details.rules > summary::-webkit-details-marker { display: none; }
details.rules h2 { margin: 0 0 0.75rem; }
details.rules h2::after { content: " · show"; color: var(--link); font-size: 0.88rem; font-weight: 400; }
details.rules[open] h2::after { content: " · hide"; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
th { padding: 0.2rem 0.75rem 0.3rem 0; color: var(--soft); font-weight: 400; font-size: 0.82rem; text-align: left; }
td { padding: 0.4rem 0.75rem 0.4rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td.number { white-space: nowrap; width: 1%; padding-right: 1.5rem; font-variant-numeric: tabular-nums; }
body:has(#show-UPD:not(:checked)) .group.UPD, body:has(#show-NEW:not(:checked)) .group.NEW,
body:has(#show-MIS:not(:checked)) .group.MIS, body:has(#show-ERR:not(:checked)) .group.ERR,
body:has(#show-SAM:not(:checked)) .group.SAM { display: none; }
[hidden] { display: none !important; }
@media (max-width: 40rem) {
  body { padding: 1.5rem 1rem 3rem; }
  .tiles { grid-template-columns: repeat(3, 1fr); }
  article.entry, details.entry { padding: 0.8rem 0.9rem; }
}
@media print { #filter { display: none; } }
`;

/** Hides what does not contain what the reader typed, and counts what is left; opens the entry that a link leads to. */
export const filterScript = `
const search = document.getElementById('search');
const entries = [...document.querySelectorAll('.entry')];
const groups = [...document.querySelectorAll('.group')];
const counts = new Map([...document.querySelectorAll('[data-count]')].map((tile) => [tile.dataset.count, tile]));
const totals = new Map([...counts].map(([flag, tile]) => [flag, tile.textContent]));
document.getElementById('filter').hidden = entries.length < 8;
const contains = (element, wanted) => element.textContent.toLowerCase().includes(wanted);
const pagesOf = (entry, wanted) => {
  const own = entry.dataset.page;
  if (own !== undefined) return [own];
  const pages = [...entry.querySelectorAll('[data-page]')];
  const some = pages.filter((page) => contains(page, wanted));
  return (some.length > 0 ? some : pages).map((page) => page.dataset.page);
};
const filter = () => {
  const wanted = search.value.trim().toLowerCase();
  let all = 0;
  for (const group of groups) {
    const shown = new Set();
    for (const entry of group.querySelectorAll('.entry')) {
      entry.hidden = wanted !== '' && !contains(entry, wanted);
      if (!entry.hidden && wanted !== '') for (const page of pagesOf(entry, wanted)) shown.add(page);
    }
    const total = totals.get(group.dataset.flag);
    const text = wanted === '' ? total : shown.size.toLocaleString('en-US');
    counts.get(group.dataset.flag).textContent = text;
    group.querySelector('h2 small').textContent = wanted === '' ? total : text + ' of ' + total;
    all += shown.size;
  }
  const pages = all === 1 ? '1 page' : all.toLocaleString('en-US') + ' pages';
  document.getElementById('matches').textContent = wanted === '' ? '' : pages;
};
search.addEventListener('input', filter);
const openTarget = () => {
  const entry = document.querySelector('details:target');
  if (entry !== null) entry.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();
`;
