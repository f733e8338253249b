import type { WildMistake } from '../wild/watch-wild.ts';
import type { StyledVisit } from './watch-styled.ts';

/** Pages, false alarms, misses and requests at each visit. */
export function visitTable(visits: readonly StyledVisit[]): string {
  const numbers = [...new Set(visits.map(({ visit }) => visit))].sort();
  const rows = [...numbers, null].map((number) => {
    const these = visits.filter(({ visit }) => number === null || visit === number);
    const sum = (of: (visit: StyledVisit) => number): number =>
      these.reduce((total, visit) => total + of(visit), 0);
    const wrong = (is: Wrong) => sum(({ mistakes }) => count(mistakes, is));
    return [
      number === null ? 'all' : String(number),
      String(sum(({ pages }) => pages)),
      String(sum(({ samePages }) => samePages)),
      String(wrong('false alarm')),
      String(wrong('miss')),
      String(wrong('twice')),
      ratio(
        sum(({ sameRequests }) => sameRequests),
        sum(({ samePages }) => samePages),
      ),
      ratio(
        sum(({ requests }) => requests),
        sum(({ pages }) => pages),
      ),
    ];
  });
  return table([['visit', 'pages', 'same', 'false', 'missed', 'twice', 'req/same', 'req/page'], ...rows]);
}

/** For each noisy place: how many pages had it, and how many of them were wrong. Pages have several places. */
export function placeTable(visits: readonly StyledVisit[]): string {
  const names = new Set(
    visits.flatMap(({ site }) => site.placed.flatMap(({ place }) => (place.isSteady ? [] : [place.name]))),
  );
  return ratesTable('place on the site', names, visits, ({ site }, name) =>
    site.placed.some(({ place }) => place.name === name),
  );
}

export function styleTable(visits: readonly StyledVisit[]): string {
  const names = new Set(visits.map(({ site }) => site.style.form.name));
  return ratesTable('style', names, visits, ({ site }, name) => site.style.form.name === name);
}

function ratesTable(
  title: string,
  names: ReadonlySet<string>,
  visits: readonly StyledVisit[],
  belongs: (visit: StyledVisit, name: string) => boolean,
): string {
  const rows = [...names].map((name) => {
    const own = visits.filter((visit) => belongs(visit, name));
    const sum = (of: (visit: StyledVisit) => number): number =>
      own.reduce((total, one) => total + of(one), 0);
    const wrong = (is: Wrong) => sum(({ mistakes }) => count(mistakes, is));
    const pages = sum((visit) => visit.pages);
    return {
      bad: (wrong('false alarm') + wrong('miss') + wrong('twice')) / Math.max(1, pages),
      cells: [
        name,
        String(new Set(own.map(({ site }) => site)).size),
        String(pages),
        String(wrong('false alarm')),
        String(wrong('miss')),
        String(wrong('twice')),
        ratio(
          sum((visit) => visit.sameRequests),
          sum((visit) => visit.samePages),
        ),
      ],
    };
  });
  const worst = rows.toSorted((one, other) => other.bad - one.bad).map(({ cells }) => cells);
  return table([[title, 'sites', 'pages', 'false', 'missed', 'twice', 'req/same'], ...worst]);
}

/** For each kind of edit, and for each place where editors worked: how many there were and how many were missed. */
export function editTable(visits: readonly StyledVisit[], by: 'edit' | 'place'): string {
  const all = new Map<string, { made: number; missed: number }>();
  for (const { site, visit, mistakes } of visits)
    for (const [key, name] of site.done[visit - 1] ?? []) {
      const [edit = name, place = 'whole pages'] = name.split(' @ ');
      const kind = by === 'edit' ? edit : place;
      const { made, missed } = all.get(kind) ?? { made: 0, missed: 0 };
      const isMissed = mistakes.some((one) => one.key === key && one.is === 'miss');
      all.set(kind, { made: made + 1, missed: missed + (isMissed ? 1 : 0) });
    }
  const rows = [...all].toSorted(([, one], [, other]) => other.missed - one.missed || other.made - one.made);
  return table([
    [by === 'edit' ? 'edit' : 'edited place', 'made', 'missed'],
    ...rows.map(([name, { made, missed }]) => [name, String(made), String(missed)]),
  ]);
}

/** `twice`: a page told again under another address, or one that the site does not have. */
type Wrong = WildMistake['is'] | 'twice';

const count = (mistakes: readonly WildMistake[], wanted: Wrong): number =>
  mistakes.filter(({ is, truth }) => (truth === '-' ? 'twice' : is) === wanted).length;

const ratio = (one: number, other: number): string => (one / Math.max(1, other)).toFixed(2);

const table = (rows: readonly (readonly string[])[]): string => {
  const first = Math.max(...rows.map(([name = '']) => name.length)) + 2;
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(first) : cell.padStart(9))).join(''))
    .join('\n');
};
