import { escapeText } from './prose.ts';
import type { Block, Section } from './wild-page.ts';

/** The HTML of what editors wrote, the same on all kinds of sites. `href` writes an address as the site does. */
export function drawSections(sections: readonly Section[], href: (to: string) => string, level = 2): string {
  return sections
    .map(
      ({ heading, blocks }) =>
        `<h${level}>${escapeText(heading)}</h${level}>\n${blocks.map((block) => drawBlock(block, href)).join('\n')}`,
    )
    .join('\n');
}

function drawBlock(block: Block, href: (to: string) => string): string {
  switch (block.is) {
    case 'text':
      return `<p>${escapeText(block.words)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeText(item)}</li>`).join('')}</ul>`;
    case 'table':
      return `<table>${block.rows
        .map((row) => `<tr>${row.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}</tr>`)
        .join('')}</table>`;
    case 'image':
      return `<figure><img src="${block.source}" alt="${escapeText(block.alt)}"></figure>`;
    case 'link':
      return `<p>See <a href="${href(block.to)}">${escapeText(block.words)}</a> for more.</p>`;
  }
}

/** The tags around parts of a page: named elements on some sites, plain divisions on others. */
export const box = (layout: 'semantic' | 'divisions', name: string, inner: string): string =>
  layout === 'semantic' ? `<${name}>${inner}</${name}>` : `<div class="${name}">${inner}</div>`;

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "3 hours ago". */
export function ago(at: number, now: number): string {
  for (const [name, length] of units) {
    const count = Math.floor((now - at) / length);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

export const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 16);
