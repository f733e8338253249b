/**
 * `npm run chaos [-- crawl [SEED [PAGES [COMMIT]]]]`: 100 kill -9 in one crawl, and a table of what they did. COMMIT is `whole`,
 * or, to see it fail, `visits first` or `visits last`.
 */
import { describeKill, killSchedule } from './kill-schedule.ts';
import { runChaos } from './run-chaos.ts';
import { commitModes } from './split-commit.ts';

const counts = {
  insideCommit: 9,
  besideCommit: 4,
  openingCommit: 3,
  closingCommit: 1,
  atRequest: 14,
  inFile: 10,
} as const;

const [seed = 'tidemark', pages = '6000', commit = 'whole'] = process.argv.slice(3);
const mode = commitModes.find((known) => known === commit);
if (mode === undefined) throw new Error(`"${commit}" is not one of: ${commitModes.join(', ')}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

const started = performance.now();
// Nearly twice a hundredth: what a killed life had not committed is lost progress.
const lives = killSchedule(seed, counts, Math.ceil((1.8 * Number(pages)) / 100));
const report = await runChaos({
  seed,
  pages: Number(pages),
  lives,
  mode,
  onLife: (life, kill, { visited }) => {
    const death = kill === null ? 'to the end' : describeKill(kill);
    print(
      `${String(life + 1).padStart(3)}  ${death.padEnd(28)} ${String(visited.size).padStart(6)} pages stored`,
    );
  },
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);

print('');
for (const [kill, count] of report.kills) print(`${kill.padEnd(32)} ${String(count).padStart(6)}`);
const figures = {
  kills: report.killed,
  '... inside a commit with pages': report.killedInCommit,
  '... with a file half-written': report.killedInFile,
  'pages of the site': report.pages,
  'requests for pages': report.requests,
  seconds,
  faults: report.faults.length,
};
print('');
for (const [name, figure] of Object.entries(figures))
  print(`${name.padEnd(32)} ${String(figure).padStart(6)}`);
for (const { kind, life, what } of report.faults.slice(0, 20)) {
  print(`  ${kind}${life === null ? '' : ` (life ${life + 1})`}: ${what}`);
}
const isGood = report.faults.length === 0 && report.killedInCommit >= 30;
print(`\n${isGood ? 'No page lost, none stored twice, none half-written.' : `FAILED (seed ${seed})`}`);
process.exitCode = isGood ? 0 : 1;
