import type { Random } from '../../../../sites/session-sites/random.ts';
import type { Live } from '../live.ts';
import { type Content, line, type Part } from '../styled-page.ts';
import { escapeHtml } from '../vocabulary.ts';
import type { Stock, StyledPlace } from './place.ts';

/** A value in every answer, with words of the editors around it: `label` says where it goes, as "Seen # times". */
const valued = (
  name: string,
  labels: readonly string[],
  draw: (live: Live, content: Content) => string,
): StyledPlace => ({
  name,
  isSteady: false,
  first: (random, _, shared) => ({ label: shared.pick(labels), base: random.between(10, 9000) }),
  draw: (content, live) => [
    line(escapeHtml(content.label).replace('#', live === null ? '' : draw(live, content))),
  ],
});

const raw = (name: string, draw: (random: Random, stock: Stock, base: number) => string): StyledPlace => ({
  name,
  isSteady: false,
  first: (random) => ({ base: random.below(1000) }),
  draw: ({ base }, live, stock): readonly Part[] => [
    { is: 'raw', html: live === null ? '' : draw(live.random, stock, base) },
  ],
});

const hex = '0123456789abcdef';
const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '0123456789';

export const numberPlaces: readonly StyledPlace[] = [
  valued('counter of views', ['Seen # times', '# views', 'Views: #'], ({ count, random }, { base }) =>
    (base + count * 7 + random.below(5)).toLocaleString('en-US'),
  ),
  valued('counter of users', ['# users online', 'Now reading: # people'], ({ random }) =>
    String(random.between(1, 60)),
  ),
  valued('counter of likes', ['# people like this', 'Liked # times'], ({ count }, { base }) =>
    String(Math.floor(base / 100) + count),
  ),
  valued('stock', ['# in stock', 'Only # left in 3 shops'], ({ random }) => String(random.between(1, 12))),
  valued('code in hex', ['Reference #', 'Request: # (keep it)'], ({ random }) => random.text(hex, 16)),
  valued('code in base 62', ['Reference #', 'Your code is #.'], ({ random }) =>
    random.text(letters + digits, 10),
  ),
  valued('code in letters', ['Reference #', 'Your code is #.'], ({ random }) => random.text(letters, 6)),
  valued(
    'code in ten digits',
    ['Reference #', 'Ticket # opened today'],
    ({ random }) => `1${random.text(digits, 9)}`,
  ),
  valued('time to make the page', ['Page made in # s', 'Made in # seconds with 12 queries'], ({ random }) =>
    (random.between(10, 990) / 1000).toFixed(3),
  ),
  {
    ...raw(
      'token in a link',
      (random, { addresses }, base) =>
        `<p><a href="${withField(addresses[base % addresses.length] ?? '/', 'c', random.text(hex, 16))}">Go on</a></p>`,
    ),
    multipliesPages: true,
  },
  raw(
    'token in a link to another site',
    (random) => `<p><a href="https://ads.example/go?c=${random.text(hex, 16)}">Our partner</a></p>`,
  ),
  raw('token in a script', (random) => {
    const token = random.text(hex, 24);
    return `<script>var token = "${token}";</script><!-- ${token} --><div data-token="${token}">Share</div>`;
  }),
  raw(
    'token in a hidden field',
    (random) =>
      `<form action="/search" method="post"><input type="hidden" name="csrf" value="${random.text(hex, 32)}"><input name="q"><button>Search</button></form>`,
  ),
];

/** The address with one more query field. */
export const withField = (address: string, name: string, value: string): string =>
  `${address}${address.includes('?') ? '&amp;' : '?'}${name}=${value}`;
