const shades = Array.from({ length: 10 }, (_, shade) => {
  const share = shade / 9;
  const [light, ink] = [30 + 62 * share, share < 0.25 ? '#fff' : '#10282f'];
  return `.shade-${shade} rect { fill: hsl(${190 - 20 * share} ${58 - 30 * share}% ${light}%); } .shade-${shade} text { fill: ${ink}; }`;
});

export const calibrationStyle = `
.surface { display: block; font: 12px system-ui, sans-serif; }
.surface text { text-anchor: middle; }
.surface .row { text-anchor: end; }
.surface .row, .surface .column { fill: var(--soft); }
.surface .name { fill: var(--ink); }
.surface g { cursor: pointer; }
.surface g:focus-visible { outline: 2px solid var(--link); }
${shades.join('\n')}
.below rect { stroke: #d9822b; stroke-width: 1; }
.best rect { stroke: var(--mis); stroke-width: 4; }
[aria-pressed="true"] rect { stroke: var(--ink); stroke-width: 4; }
figure { margin: 1.5rem 0 0; padding: 1rem 1.25rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
figcaption { margin-bottom: 0.6rem; }
.wrong { margin: 0.75rem 0 0; padding: 0.25rem 1.25rem 1rem; border-left: 3px solid var(--edge); }
.wrong h3 { margin: 0.5rem 0; font-size: 1rem; }
.mistake { margin-top: 1.25rem; }
.mistake > p { margin: 0; overflow-wrap: anywhere; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; margin-top: 0.5rem; }
.pair img { display: block; width: 100%; border: 1px solid var(--line); border-radius: 0.25rem; }
.pair p { margin: 0 0 0.25rem; font-size: 0.85rem; }
.legend b { padding: 0 0.3rem; border-radius: 0.2rem; font-weight: 600; }
.legend b.framed { border: 1px solid #d9822b; }
.legend b.chosen { border: 3px solid var(--mis); }
.table { overflow-x: auto; }
table.figures { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
table.figures :is(td, th) { padding: 0.45rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
table.figures th { color: var(--soft); font-size: 0.85rem; font-weight: 600; }
table.figures :is(td, th):first-child { padding-left: 0; text-align: left; white-space: normal; min-width: 14rem; overflow-wrap: anywhere; }
`;
