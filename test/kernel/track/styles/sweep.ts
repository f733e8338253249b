/**
 * Watches small sites in many styles of HTML, and prints where flags were wrong:
 * `node test/kernel/track/styles/sweep.ts --from 1 --seeds 30 --visits 4 --pages 24 [--edits 10] [--style ul] [--only drawn,any]
 * [--without time] [--alone] [--quiet]`. `--edits` is the share of pages edited before each visit, in per cent. `--only` and
 * `--without` take beginnings of names of what changes by itself; with `--alone` a site has one of these, so that it is clear
 * which one misled.
 */
import { parseArgs } from 'node:util';
import '../../../fixtures/program/use-features.ts';
import { libraryTracker } from '../tracker.ts';
import { describeStyle } from './style.ts';
import { type StyledSite, styledSite } from './styled-site.ts';
import { editTable, placeTable, styleTable, visitTable } from './styled-table.ts';
import { type StyledVisit, watchStyled } from './watch-styled.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    visits: { type: 'string', default: '4' },
    pages: { type: 'string', default: '24' },
    edits: { type: 'string', default: '10' },
    style: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    alone: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});
const listed = (text: string): readonly string[] => text.split(',').filter((name) => name !== '');
const size = {
  pages: Number(values.pages),
  visits: Number(values.visits),
  edited: Number(values.edits) / 100,
  style: values.style === '' ? null : values.style,
  only: listed(values.only),
  without: listed(values.without),
  alone: values.alone,
};
const say = (line: string) => process.stdout.write(`${line}\n`);

const describeSite = ({ seed, style, placed }: StyledSite): string =>
  `seed ${seed}: ${describeStyle(style)}; ${placed.map(({ place }) => place.name).join(', ')}`;

function describe(visits: readonly StyledVisit[]): void {
  const [first] = visits;
  if (first === undefined || visits.every(({ mistakes }) => mistakes.length === 0)) return;
  say(describeSite(first.site));
  for (const { visit, key, is, truth, flag, reason, edit } of visits.flatMap(({ mistakes }) => mistakes))
    say(`  visit ${visit} ${key}: ${is}, ${truth} told as ${flag} (${reason})${edit && `; edit: ${edit}`}`);
}

const watched: StyledVisit[] = [];
const unfinished: number[] = [];
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++) {
  // Tokens in links that are not recognised make ever more pages.
  const tracker = await libraryTracker({ maxPages: 10 * size.pages });
  const site = styledSite(seed, size);
  try {
    const visits = await watchStyled(site, tracker);
    watched.push(...visits);
    if (!values.quiet) describe(visits);
  } catch (error) {
    say(`${describeSite(site)}\n  ${String(error)}`);
    unfinished.push(seed);
    process.exitCode = 1;
  } finally {
    await tracker.close();
  }
}
say(`\n${placeTable(watched)}\n\n${styleTable(watched)}`);
say(`\n${editTable(watched, 'edit')}\n\n${editTable(watched, 'place')}\n\n${visitTable(watched)}`);
if (unfinished.length > 0)
  say(`not watched to the end, and not in the tables: seeds ${unfinished.join(', ')}`);
