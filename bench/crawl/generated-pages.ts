/** Like the Java documentation: as many pages, most of them small, with a link in every 264 bytes. */
const PAGES = 3546;
const MEDIAN_BYTES = 12_800;
const LARGEST_BYTES = 540_000;
/** Spread of the sizes, on a logarithmic scale: it makes the mean 23.5 kB. */
const SPREAD = 1.1;
const BYTES_PER_LINK = 264;

export const generatedScope = '/manual/';

/** Paths of all pages; the first is the start. */
export function generatedPages(): readonly string[] {
  return Array.from({ length: PAGES }, (_, number) => pathOf(number));
}

/** The page at a path, always the same; null when there is none. */
export function generatedPage(path: string): string | null {
  const number = numberOf(path);
  return number === null ? null : pageOf(number);
}

function pathOf(number: number): string {
  if (number === 0) return `${generatedScope}index.html`;
  return `${generatedScope}part-${number % 61}/Chapter${number}.html`;
}

function numberOf(path: string): number | null {
  const number = path === pathOf(0) ? 0 : Number(/Chapter(\d+)\.html$/.exec(path)?.[1] ?? Number.NaN);
  return number < PAGES && path === pathOf(number) ? number : null;
}

function pageOf(number: number): string {
  const random = randomFrom(number);
  // A page links to its children in a tree of all pages, so that every page can be reached, and to random others.
  const children = Array.from({ length: 8 }, (_, child) => number * 8 + child + 1).filter((n) => n < PAGES);
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const bytes = Math.min(LARGEST_BYTES, MEDIAN_BYTES * Math.exp(SPREAD * normal));
  const count = Math.max(0, Math.round(bytes / BYTES_PER_LINK) - children.length);
  const others = Array.from({ length: count }, () => Math.floor(random() * PAGES));
  const links = [...children, ...others].map((target, place) => linkTo(target, place));
  const parts = [
    `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Chapter ${number}</title>`,
  ];
  parts.push('<link rel="stylesheet" href="/stylesheet.css"></head>\n<body class="chapter"><main>');
  const perLink = Math.max(0, bytes / links.length - 135);
  for (const link of links) parts.push(`<div class="block">${link} ${prose(random, perLink)}</div>\n`);
  parts.push('</main></body></html>\n');
  return parts.join('');
}

function linkTo(target: number, place: number): string {
  // Links as documentation tools write them: from the root or from the folder, some with a fragment.
  const path = place % 2 === 0 ? pathOf(target) : `../..${pathOf(target)}`;
  const fragment = place % 3 === 0 ? `#member-${place}` : '';
  return `<a href="${path}${fragment}" title="in part ${target % 61}"><code>Chapter${target}</code></a>`;
}

const words =
  'the value of this method returns a component when its parent window is shown by default and'.split(' ');

function prose(random: () => number, bytes: number): string {
  let text = '';
  while (text.length < bytes) text += `${words[Math.floor(random() * words.length)]} `;
  return text;
}

/** mulberry32: the same page for the same number, in every process. */
function randomFrom(seed: number): () => number {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
