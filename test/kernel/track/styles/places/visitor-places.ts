import { line } from '../styled-page.ts';
import { escapeHtml, noun, titled } from '../vocabulary.ts';
import type { StyledPlace } from './place.ts';

/** What belongs to the visitor. */
export const visitorPlaces: readonly StyledPlace[] = [
  {
    name: 'visitor greeted',
    isSteady: false,
    first: () => ({ label: 'Welcome, guest #' }),
    draw: ({ label }, live) => [
      line(
        escapeHtml(label).replace(
          '#',
          live === null ? '' : String(live.ofVisitor('greeting').between(100, 9999)),
        ),
      ),
    ],
  },
  {
    name: 'visitor in a variant',
    isSteady: false,
    first: (_, __, shared) => ({
      pool: ['Buy', 'Order', 'Get'].map((word) => ({
        text: `${word} the ${noun(shared)}`,
        detail: '',
        to: null,
      })),
    }),
    draw: ({ pool }, live) => [
      line(live === null ? '' : escapeHtml(live.ofVisitor('variant').pick(pool).text)),
    ],
  },
  {
    name: 'visitor from a city',
    isSteady: false,
    first: () => ({ label: 'Delivery to # in two days' }),
    draw: ({ label }, live) => [
      line(escapeHtml(label).replace('#', live === null ? '' : titled(noun(live.ofVisitor('city'))))),
    ],
  },
  {
    name: 'visitor has seen',
    isSteady: false,
    first: () => ({}),
    draw: (_, live, { titleOf }) =>
      live === null || live.seen.length === 0
        ? null
        : [{ is: 'list', items: live.seen.map((key) => ({ text: titleOf(key), detail: '', to: key })) }],
  },
];
