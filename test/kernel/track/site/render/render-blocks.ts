import { agoText, clockText, dateText } from '../noise/clock-texts.ts';
import type { ListedEntry } from '../shown-page.ts';
import type { Block, Recommendation } from '../state.ts';
import { element, gap, link, type Pen, tag, text } from './pen.ts';

/** When something was written: how long ago, or on which day. */
export function writtenText(pen: Pen, age: number): string {
  const writtenAt = pen.firstAt - age * 60_000;
  return pen.has('relative dates')
    ? agoText(pen.at - writtenAt, pen.look.times)
    : dateText(writtenAt, pen.look.times);
}

export function renderBlock(pen: Pen, block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return element(pen, 'p', text(pen, block.text));
    case 'price':
      return element(pen, 'p', `${block.label}: ${element(pen, 'b', block.amount)} EUR`);
    case 'table':
      return element(
        pen,
        'table',
        block.rows
          .map((cells) =>
            element(pen, 'tr', cells.map((cell) => element(pen, 'td', text(pen, cell))).join(gap(pen))),
          )
          .join(gap(pen)),
      );
    case 'list':
      return element(
        pen,
        'ul',
        block.items.map((item) => element(pen, 'li', text(pen, item))).join(gap(pen)),
      );
    case 'pictures':
      return block.pictures
        .map(({ address, caption }) =>
          element(
            pen,
            'div',
            `${tag(pen, 'img', { src: pen.imageUrl(address), alt: 'picture' })} ${element(pen, 'span', text(pen, caption))}`,
          ),
        )
        .join(gap(pen));
    case 'links':
      return element(
        pen,
        'ul',
        block.links.map((to) => element(pen, 'li', link(pen, to.target, to.text))).join(gap(pen)),
      );
    case 'entries':
      return block.entries
        .map((entry) =>
          element(pen, 'div', `${element(pen, 'i', writtenText(pen, entry.age))} ${text(pen, entry.text)}`),
        )
        .join(gap(pen));
    case 'clocked': {
      const time = pen.has('clock') ? ` ${clockText(pen.at, pen.look.times)}` : '';
      return element(pen, 'p', `${text(pen, block.before)}${time} ${text(pen, block.after)}`);
    }
  }
}

export function renderListing(pen: Pen, listing: readonly ListedEntry[]): string {
  if (listing.length === 0) return '';
  const items = listing.map(({ title, target, age }) =>
    element(
      pen,
      'li',
      `${link(pen, pen.url(target), title)} ${element(pen, 'small', writtenText(pen, age))}`,
    ),
  );
  return element(pen, 'ul', items.join(gap(pen)));
}

export function renderRecommended(pen: Pen, recommended: readonly Recommendation[]): string {
  if (recommended.length === 0) return '';
  const items = shuffled(pen, recommended).map(({ target, text: words }) =>
    element(pen, 'li', link(pen, pen.url(target), words)),
  );
  return `${element(pen, 'h2', 'Read also')}${gap(pen)}${element(pen, 'ul', items.join(gap(pen)))}`;
}

/** On sites that shuffle, another order than in the last response. With two items there is only one other order. */
function shuffled(pen: Pen, list: readonly Recommendation[]): readonly Recommendation[] {
  if (!pen.has('shuffled recommendations') || list.length < 3) return list;
  const places = list.map((_, place) => String(place));
  const order = pen.draws.anew(`order of ${list.length}`, () => pen.draws.random.shuffle(places).join(' '));
  return order.split(' ').flatMap((place) => list[Number(place)] ?? []);
}
