/**
 * Large pages of one kind each, made to cost as much as possible to compare: two seeds give two pages that share little,
 * or the same parts in another order.
 */
export const heavyKinds = {
  'random words': (seed, bytes) => `<p>${fill(seed, bytes, (next) => `${word(next)} `)}</p>`,
  'random words in paragraphs': (seed, bytes) =>
    fill(seed, bytes, (next) => `<p>${Array.from({ length: 12 }, () => word(next)).join(' ')}</p>\n`),
  'random bytes': (seed, bytes) => fill(seed, bytes, (next) => String.fromCharCode(next() & 0xff)),
  'shuffled items': (seed, bytes) =>
    `<ul>${shuffled(seed, bytes, (item) => `<li>Item ${item} of the list, as before</li>\n`)}</ul>`,
  'shuffled links': (seed, bytes) =>
    `<ul>${shuffled(seed, bytes, (item) => `<li><a href="#${item}">Entry ${item}</a></li>\n`)}</ul>`,
  'links in one paragraph': (seed, bytes) =>
    `<p>${shuffled(seed, bytes, (item) => `<a href="#${item}">entry ${item}</a> `)}</p>`,
  'two tokens': (seed, bytes) => `<p>${fill(seed, bytes, (next) => (next() & 64 ? 'ebb ' : 'flow '))}</p>`,
  'two paragraphs': (seed, bytes) =>
    fill(seed, bytes, (next) => (next() & 64 ? '<p>ebb</p>\n' : '<p>flow</p>\n')),
  'many times': (seed, bytes) => `<p>${fill(seed, bytes, (next) => `${time(next)} `)}</p>`,
  'many times in paragraphs': (seed, bytes) =>
    fill(seed, bytes, (next) => `<p>Boat ${next() % 900} at ${time(next)}</p>\n`),
  'lines of text': (seed, bytes) => fill(seed, bytes, (next) => `${word(next)} ${word(next)}\n`),
} as const satisfies Readonly<Record<string, (seed: number, bytes: number) => string>>;

export type HeavyKind = keyof typeof heavyKinds;

/** The page as a server sends it. */
export function heavyPage(kind: HeavyKind, seed: number, bytes: number): Buffer {
  const body = heavyKinds[kind](seed, bytes);
  if (kind === 'lines of text') return Buffer.from(body);
  const page = `<!doctype html><title>Heavy</title>\n<h1>Heavy</h1>\n${body}\n<p>The end.</p>`;
  return Buffer.from(page, kind === 'random bytes' ? 'latin1' : 'utf8');
}

export const heavyType = (kind: HeavyKind): string =>
  kind === 'lines of text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8';

type Next = () => number;

function numbersFrom(seed: number): Next {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

function fill(seed: number, bytes: number, piece: (next: Next) => string): string {
  const next = numbersFrom(seed);
  const pieces: string[] = [];
  for (let length = 0; length < bytes; ) {
    const text = piece(next);
    pieces.push(text);
    length += text.length;
  }
  return pieces.join('');
}

function shuffled(seed: number, bytes: number, item: (number: number) => string): string {
  const items: string[] = [];
  for (let length = 0; length < bytes; ) {
    const text = item(items.length + 1);
    items.push(text);
    length += text.length;
  }
  const next = numbersFrom(seed);
  for (let i = items.length - 1; i > 0; i--) {
    const j = next() % (i + 1);
    [items[i], items[j]] = [items[j] as string, items[i] as string];
  }
  return items.join('');
}

const word = (next: Next): string => (next() % 1_679_616).toString(36);

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const time = (next: Next): string => `${twoDigits(next() % 24)}:${twoDigits(next() % 60)}`;
