/** The style of a report. The boxes of the totals show and hide groups, without a script. */
export const reportStyle = `
.tiles { display: grid; grid-template-columns: repeat(5, 1fr); gap: 0.6rem; margin-top: 2rem; }
.tile {
  display: flex; flex-direction: column; position: relative; padding: 0.8rem 1rem; border: 1px solid var(--line);
  border-radius: 0.6rem; background: var(--card); cursor: pointer; opacity: 0.6; transition: opacity 0.15s;
}
.tile:has(:checked) { opacity: 1; border-color: currentColor; }
.tile:has(:disabled) { cursor: default; }
.tile:has(:focus-visible) { outline: 2px solid var(--link); outline-offset: 2px; }
.tile input { position: absolute; opacity: 0; }
.tile b { font-size: 1.7rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: 0.88rem; }
.NEW { color: var(--new); } .UPD { color: var(--upd); } .MIS { color: var(--mis); } .ERR { color: var(--err); } .SAM { color: var(--sam); }
.bar { display: block; width: 100%; height: 6px; margin-top: 1rem; border-radius: 3px; overflow: hidden; }
.bar rect { fill: currentColor; }
.apart { margin: 0.9rem 0 0; color: var(--soft); font-size: 0.92rem; }
#search {
  width: 100%; margin-top: 1.5rem; padding: 0.55rem 0.8rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--card); color: var(--ink); font: inherit;
}
.group h2 { color: currentColor; }
.row { border-top: 1px solid var(--line); color: var(--ink); content-visibility: auto; contain-intrinsic-size: auto 3.2rem; }
.line { display: grid; grid-template-columns: 3rem 1fr; gap: 0 0.75rem; padding: 0.65rem 0.5rem; list-style: none; }
summary.line { cursor: pointer; }
summary.line::-webkit-details-marker { display: none; }
summary.line:hover { background: var(--card); }
.flag { grid-row: span 2; padding-top: 0.15rem; font-size: 0.78rem; font-weight: 650; letter-spacing: 0.03em; }
.UPD .flag { color: var(--upd); } .NEW .flag { color: var(--new); } .MIS .flag { color: var(--mis); }
.ERR .flag { color: var(--err); } .SAM .flag { color: var(--sam); }
details.row:target > summary { background: var(--card); }
.url { overflow-wrap: anywhere; }
.url a { text-decoration: none; }
.reason { color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
summary .reason::after { content: " · show"; color: var(--link); }
[open] > summary .reason::after { content: " · hide"; }
.change { margin: 0 0.5rem 1rem 4.25rem; padding: 0.6rem 1.1rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); }
.row > .note { margin: 0 0 0.7rem 4.25rem; }
details.rules > summary { cursor: pointer; list-style: none; }
details.rules h2::after { content: " · show"; color: var(--link); font-size: 0.88rem; font-weight: 400; }
details.rules[open] h2::after { content: " · hide"; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
td { padding: 0.4rem 0.75rem 0.4rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td.number { white-space: nowrap; width: 1%; padding-right: 1.5rem; font-variant-numeric: tabular-nums; }
td a { text-decoration: none; }
body:has(#show-UPD:not(:checked)) .group.UPD, body:has(#show-NEW:not(:checked)) .group.NEW,
body:has(#show-MIS:not(:checked)) .group.MIS, body:has(#show-ERR:not(:checked)) .group.ERR,
body:has(#show-SAM:not(:checked)) .group.SAM { display: none; }
[hidden] { display: none !important; }
@media (max-width: 40rem) {
  body { padding: 1.5rem 1rem 3rem; }
  .tiles { grid-template-columns: repeat(3, 1fr); }
  .change { margin-left: 0.5rem; }
}
@media print { .tile { opacity: 1; } #search { display: none; } }
`;

/** Hides the rows that do not contain what the reader typed, and opens the one that a link leads to. */
export const filterScript = `
const search = document.getElementById('search');
const rows = [...document.querySelectorAll('.row')];
search.hidden = rows.length < 8;
search.addEventListener('input', () => {
  const wanted = search.value.toLowerCase();
  for (const row of rows) row.hidden = !row.querySelector('.line').textContent.toLowerCase().includes(wanted);
});
const openTarget = () => {
  const row = document.querySelector('details:target');
  if (row !== null) row.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();
`;
