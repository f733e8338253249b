/**
 * Watches realistic sites, made from any seeds, and prints how often a flag was wrong at each visit:
 * `node test/kernel/track/wild/sweep.ts --seeds 10 --from 1 --visits 4 --pages 24 [--kind news] [--quiet]`.
 */
import { parseArgs } from 'node:util';
import '../../../fixtures/program/use-features.ts';
import { libraryTracker } from '../tracker.ts';
import { type WildVisit, watchWild } from './watch-wild.ts';
import { wildKinds } from './wild-kinds.ts';
import { wildSite } from './wild-site.ts';
import { wildTable } from './wild-table.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    visits: { type: 'string', default: '4' },
    pages: { type: 'string', default: '24' },
    edits: { type: 'string', default: '8' },
    kind: { type: 'string', default: '' },
    quiet: { type: 'boolean', default: false },
  },
});
const size = {
  pages: Number(values.pages),
  visits: Number(values.visits),
  editsPerVisit: Number(values.edits),
};
const say = (line: string) => process.stdout.write(`${line}\n`);
const watched = new Map<string, WildVisit[]>();
for (const kind of wildKinds) {
  if (values.kind !== '' && values.kind !== kind.name) continue;
  const visits: WildVisit[] = [];
  watched.set(kind.name, visits);
  for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed++) {
    const tracker = await libraryTracker();
    try {
      const site = wildSite(kind, seed, size);
      const found = await watchWild(site, tracker);
      visits.push(...found);
      if (values.quiet) continue;
      for (const { visit, key, is, truth, flag, reason, edit } of found.flatMap((one) => one.mistakes))
        say(
          `${kind.name} ${seed}, visit ${visit}, ${key}: ${is}, ${truth} told as ${flag} (${reason})${edit === '' ? '' : `; edit: ${edit}`}`,
        );
    } catch (error) {
      say(`${kind.name} ${seed}: ${String(error)}`);
      process.exitCode = 1;
    } finally {
      await tracker.close();
    }
  }
}
say(wildTable(watched));
