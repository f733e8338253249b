const shades = Array.from({ length: 10 }, (_, shade) => {
  const share = shade / 9;
  const [light, ink] = [38 + 56 * share, share < 0.45 ? '#fff' : '#14323a'];
  return `.shade-${shade} rect { fill: hsl(${188 - 20 * share} ${58 - 30 * share}% ${light}%); } .shade-${shade} text { fill: ${ink}; }`;
});

export const calibrationStyle = `
main { max-width: 74rem; margin: 0 auto; }
.surface { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
.surface text { text-anchor: middle; }
.surface .row { text-anchor: end; }
.surface .row, .surface .column, .surface .name { fill: currentColor; }
${shades.join('\n')}
.below rect { stroke: #d9822b; stroke-width: 1.5; }
.best rect { stroke: #c02; stroke-width: 3; }
figure { margin: 1.5rem 0; overflow-x: auto; }
figcaption { margin-bottom: .4rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: .8rem 0 1.6rem; }
.pair img { width: 100%; border: 1px solid #8888; }
.pair p { margin: .3rem 0; }
.legend b.framed { border: 2px solid #d9822b; padding: 0 .3rem; }
.legend b.chosen { border: 3px solid #c02; padding: 0 .3rem; }
table.figures td { text-align: right; } table.figures td:first-child { text-align: left; }
`;
