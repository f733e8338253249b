/**
 * Watches generated sites and prints where flags were wrong:
 * `node test/kernel/track/landscape/sweep.ts --from 1 --seeds 30 --visits 5 --pages 40 [--only NOISE] [--edits 6] [--drawn] [--each] [--quiet]`.
 * `--edits` is how many times as many edits there are, `--drawn` leaves out noise that only time moves.
 * `--only` leaves out sites without a noise whose name begins so. `--each` gives each site one noise only, so that it is clear
 * which one misled, and prints a line for each.
 */
import { parseArgs } from 'node:util';
import '../../../fixtures/program/use-features.ts';
import { libraryTracker } from '../tracker.ts';
import type { JudgedVisit, Mistake } from './judge-landscape.ts';
import { type Site, siteOf } from './landscape.ts';
import { drawnNoises, type Noise, noises } from './noise.ts';
import { watchLandscape } from './watch-landscape.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    visits: { type: 'string', default: '5' },
    pages: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    edits: { type: 'string', default: '1' },
    drawn: { type: 'boolean', default: false },
    each: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});
const size = { pages: Number(values.pages), visits: Number(values.visits), edits: Number(values.edits) };
const say = (line: string) => process.stdout.write(`${line}\n`);

const describe = ({ seed, kind, language, skin, placed, ...site }: Site): string => {
  const noise = placed.map((it) => `${it.noise.name} (${it.place})`).join(', ');
  const { seed: _, isIndented: __, ...look } = skin;
  const server = `session ${site.session}, addresses ${site.addresses}, validators ${site.validators}, gone ${site.goneStatus}${site.hasCookies ? ', cookies' : ''}`;
  return `seed ${seed}: ${kind.name} ${language.code}; ${Object.values(look).join(' ')}; ${server}; noise: ${noise}`;
};

const sum = (visits: readonly JudgedVisit[], count: (visit: JudgedVisit) => number): number =>
  visits.reduce((total, visit) => total + count(visit), 0);

const unknownMistake: Mistake = { kind: 'missed', path: '', right: [], said: '', edits: [] };

/** A skin that adds no noise. */
const quiet = {
  classes: 'plain',
  ids: 'none',
  images: 'plain',
  dates: 'absolute',
  newestPostFirst: 'no',
} as const;

/** A site with one noise only. */
const withOnly = (site: Site, noise: Noise): Site => ({
  ...site,
  placed: [{ noise, place: noise.places[site.seed % noise.places.length] ?? 'foot' }],
  session: 'none',
  skin: { ...site.skin, ...quiet },
});

/** What the mark-up of a whole site can have, each alone. */
const marks: Readonly<
  Record<string, { readonly skin?: Partial<Site['skin']>; readonly session?: Site['session'] }>
> = {
  'nothing at all': {},
  'mark: classes by build': { skin: { classes: 'build' } },
  'mark: random ids': { skin: { ids: 'random' } },
  'mark: lazy images': { skin: { images: 'lazy' } },
  'mark: images stamped by build': { skin: { images: 'stamped by build' } },
  'mark: images stamped by request': { skin: { images: 'stamped by request' } },
  'mark: ages in words': { skin: { dates: 'relative' } },
  'mark: comments in any order': { skin: { newestPostFirst: 'shuffled' } },
  'mark: session in the query': { session: 'query' },
  'mark: session in the path': { session: 'path' },
};

function aloneOn(seed: number): readonly Task[] {
  const ofNoise = noises.map((noise, index): Task => {
    const site = withOnly(siteOf(seed * 1000 + index, size), noise);
    return { name: `${noise.name} (${site.placed[0]?.place})`, site };
  });
  const ofMarks = Object.entries(marks).map(([name, { skin, session = 'none' }], index): Task => {
    const site = siteOf(seed * 1000 + noises.length + index, size);
    return { name, site: { ...site, placed: [], session, skin: { ...site.skin, ...quiet, ...skin } } };
  });
  return [...ofNoise, ...ofMarks];
}

/** A site on which nothing moves by the time: what it needs no second visit to know. */
const withoutTime = (site: Site): Site => ({
  ...site,
  placed: site.placed.filter(({ noise }) => drawnNoises.includes(noise)),
});

interface Task {
  readonly name: string;
  readonly site: Site;
}

const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.from) + index);
const tasks = seeds.flatMap((seed): readonly Task[] => {
  if (values.each) return aloneOn(seed).filter(({ name }) => name.startsWith(values.only));
  const site = siteOf(seed, size);
  if (values.only !== '' && !site.placed.some(({ noise }) => noise.name.startsWith(values.only))) return [];
  return [{ name: '', site: values.drawn ? withoutTime(site) : site }];
});

const all: JudgedVisit[] = [];
for (const { name, site } of tasks) {
  try {
    const visits = await watchLandscape(site, (now) => libraryTracker({ maxPages: 10 * size.pages }, now));
    all.push(...visits);
    if (values.each) {
      const later = visits.slice(1);
      const wrongBy = later.map(
        ({ mistakes }) => mistakes.filter(({ kind }) => kind === 'false alarm').length,
      );
      const missed = sum(
        later,
        ({ mistakes }) => mistakes.filter(({ kind }) => kind !== 'false alarm').length,
      );
      const asked = later.map((visit) => (visit.sameRequests / visit.judged.same).toFixed(2));
      say(
        `${name.padEnd(44)} ${wrongBy.join(' ').padEnd(16)} of ${visits[0]?.judged.new} false, ${missed} missed, requests ${asked.join(' ')}`,
      );
    }
    const wrong = visits.filter(({ mistakes }) => mistakes.length > 0);
    if (wrong.length === 0 || values.quiet) continue;
    say(describe(site));
    for (const { visit, mistakes } of wrong) {
      // Pages with the same reason are told once, with the words of the first.
      const alike = Map.groupBy(
        mistakes,
        ({ kind, said, edits }) =>
          `${kind} ${edits.join()} ${said.replace(/<.*/s, '').replaceAll(/".*?"/g, '')}`,
      );
      for (const [, all] of alike) {
        const [{ kind, right, said, edits, path } = unknownMistake] = all;
        const done = edits.length > 0 ? `; edits: ${edits.join(', ')}` : '';
        say(
          `  visit ${visit}, ${all.length} × ${kind}: ${right.join(' or ')}, told as ${said}${done}; ${path}`,
        );
      }
    }
  } catch (error) {
    say(`${describe(site)}\n  ${error instanceof Error ? error.stack : String(error)}`);
    process.exitCode = 1;
  }
}
const columns = ['false alarm', 'missed', 'new not found', 'gone not reported', 'listed twice'] as const;
const row = (cells: readonly string[]) => say(cells.map((cell) => cell.padStart(16)).join(''));
say('');
row(['visit', 'pages judged', ...columns, 'requests a page']);
for (const visit of new Set(all.map((it) => it.visit))) {
  const visits = all.filter((it) => it.visit === visit);
  const judged = sum(
    visits,
    ({ judged: { same, ...other } }) => same + other.changed + other.new + other.gone,
  );
  const mistakes = visits.flatMap((it) => it.mistakes);
  const requests = sum(visits, (it) => it.sameRequests) / sum(visits, (it) => it.judged.same);
  const counts = columns.map((name) => mistakes.filter(({ kind }) => kind === name).length);
  row([visit, judged, ...counts, requests.toFixed(2)].map(String));
}
