import { line } from '../styled-page.ts';
import { escapeHtml } from '../vocabulary.ts';
import { withField } from './number-places.ts';
import type { StyledPlace } from './place.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A value that follows the clock. `base` is a number of minutes that belongs to the page. */
const timed = (
  name: string,
  labels: readonly string[],
  draw: (now: number, base: number, startsAt: number) => string,
): StyledPlace => ({
  name: `time ${name}`,
  isSteady: false,
  first: (random, _, shared) => ({
    label: shared.pick(labels),
    base: random.pick([random.between(1, 59), random.between(60, 1400), random.between(1440, 60_000)]),
  }),
  draw: ({ label, base }, live, { startsAt }) => [
    line(escapeHtml(label).replace('#', live === null ? '' : draw(live.now, base, startsAt))),
  ],
});

type Units = (count: { readonly minutes: number; readonly hours: number; readonly days: number }) => string;

/** How long ago the page was written, in one of the ways of saying so. */
const since =
  (units: Units) =>
  (now: number, base: number, startsAt: number): string => {
    const age = now - (startsAt - base * minute);
    return units({
      minutes: Math.floor(age / minute),
      hours: Math.floor(age / hour),
      days: Math.floor(age / day),
    });
  };

const short: Units = ({ minutes, hours, days }) =>
  days > 0 ? `${days} d` : hours > 0 ? `${hours} h` : `${minutes} min.`;
const tight: Units = ({ minutes, hours, days }) =>
  days > 0 ? `${days}d` : hours > 0 ? `${hours}h` : `${minutes}m`;
const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
const english: Units = ({ minutes, hours, days }) =>
  days > 0
    ? `${plural(days, 'day')} ago`
    : hours > 0
      ? `${plural(hours, 'hour')} ago`
      : minutes > 4
        ? `${plural(minutes, 'minute')} ago`
        : 'just now';
const german: Units = ({ minutes, hours, days }) =>
  days > 0
    ? `vor ${days} ${days === 1 ? 'Tag' : 'Tagen'}`
    : hours > 0
      ? `vor ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'}`
      : `vor ${minutes} Minuten`;

const clock = (now: number): string => new Date(now).toISOString().slice(11, 16);

const today = (now: number): string =>
  new Date(now).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const timePlaces: readonly StyledPlace[] = [
  timed('short', ['#', 'Anna, #', '# ago'], since(short)),
  timed('tight', ['#', 'by Ben · #'], since(tight)),
  timed('ago', ['#', 'Updated #', 'Clara wrote this #.'], since(english)),
  timed('ago in German', ['#', 'Geändert #'], since(german)),
  timed('of the last update', ['Updated # min. ago', 'Last update: # minutes ago'], (now) =>
    String(Math.floor((now % hour) / minute)),
  ),
  timed('on a clock', ['#', 'It is # here', 'Time: # UTC'], clock),
  timed('of today', ['#', '© Harbour Press, #', 'Today is #'], today),
  timed('of today, short', ['#', 'Printed on #'], (now) => new Date(now).toISOString().slice(0, 10)),
  timed('of the answer', ['Made at #', '#'], (now) => new Date(now).toUTCString()),
  timed('until', ['in #', 'Starts in #'], (now, base, startsAt) =>
    plural(Math.ceil((startsAt + (10 + (base % 40)) * day - now) / day), 'day'),
  ),
  timed('in seconds', ['#', 'Stamp #'], (now) => String(Math.floor(now / 1000))),
  {
    name: 'time in a link',
    isSteady: false,
    multipliesPages: true,
    first: (random) => ({ base: random.below(1000) }),
    draw: ({ base }, live, { addresses }) => {
      const to = addresses[base % addresses.length] ?? '/';
      const stamp = live === null ? '' : String(Math.floor(live.now / 1000));
      return [line(`<a href="${withField(to, 't', stamp)}">Newest</a>`)];
    },
  },
  {
    name: 'time in the address of a picture',
    isSteady: false,
    first: () => ({}),
    draw: (_, live) => {
      const stamp = live === null ? '' : Math.floor(live.now / 1000);
      return [{ is: 'raw', html: `<img src="/chart.png?t=${stamp}" alt="Chart">` }];
    },
  },
];
