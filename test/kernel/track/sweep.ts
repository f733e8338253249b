/** `node test/kernel/track/sweep.ts --seeds 500`: many more sites than the tests have time for. */
import { parseArgs } from 'node:util';
import { confusionMatrix, describeMistakes } from './confusion-matrix.ts';
import { siteOf } from './site/site.ts';
import { libraryTracker } from './tracker.ts';
import { type Watched, watchSite } from './watch-site.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    visits: { type: 'string', default: '3' },
    pages: { type: 'string', default: '30' },
  },
});
const size = { pages: Number(values.pages), visits: Number(values.visits), editsPerVisit: 9 };
const watched: Watched[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);

for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++) {
  const tracker = await libraryTracker();
  try {
    const site = siteOf(seed, size);
    const seen = await watchSite(site, tracker);
    watched.push(seen);
    const lines = describeMistakes(seen.judgements);
    if (lines.length === 0 && seen.wrongTotals.length === 0) continue;
    say(
      `seed ${seed}: session ${site.noise.session}, ${site.noise.isStrict ? 'strict, ' : ''}${site.noise.kinds.join(', ')}`,
    );
    for (const line of lines) say(`  ${line}`);
    for (const visit of seen.wrongTotals) say(`  visit ${visit}: the totals are wrong`);
  } catch (error) {
    say(`seed ${seed}: ${String(error)}`);
    process.exitCode = 1;
  } finally {
    await tracker.close();
  }
}
const judgements = watched.flatMap((seen) => seen.judgements);
say(confusionMatrix(judgements));
if (judgements.some(({ mistakes }) => mistakes.length > 0)) process.exitCode = 1;
