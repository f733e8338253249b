/**
 * Explores test applications several times while other processes keep the machine busy, and counts the different graphs: there should be one of each
 * application.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openBrowser } from '../src/fetch/index.ts';
import { namedSetting } from '../src/fingerprint/index.ts';
import { stateApplications } from '../test/features/states/applications/all-applications.ts';
import { essenceOf } from '../test/features/states/applications/proof/essence-of.ts';
import { exploreApplication } from '../test/features/states/applications/proof/explore-application.ts';
import { loopbackEgress } from '../test/fixtures/servers/loopback-egress.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '4' },
    busy: { type: 'string', default: '4' },
    states: { type: 'string', default: '12' },
  },
});

/** Busy loops, as nice as other programs in the background. */
const loops: readonly ChildProcess[] = Array.from({ length: Number(values.busy) }, () =>
  spawn('nice', ['-n', '5', process.execPath, '--eval', 'for (;;);'], { stdio: 'ignore' }),
);
const browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
const setting = namedSetting('content');
let same = 0;
const wanted = stateApplications.filter(({ name }) =>
  values.only.split(',').some((part) => name.includes(part)),
);
try {
  for (const application of wanted) {
    const graphs = new Map<string, number>();
    let seconds = 0;
    for (let time = 0; time < Number(values.times); time++) {
      const explored = await exploreApplication(application, browser, {
        setting,
        limits: { states: Number(values.states), timeMs: 10 * 60_000 },
      });
      const graph = [explored.exploration.ending, ...essenceOf(explored.exploration)].join('\n');
      graphs.set(graph, (graphs.get(graph) ?? 0) + 1);
      seconds += explored.seconds;
    }
    if (graphs.size === 1) same++;
    const [[usual = ''] = [], ...others] = [...graphs].toSorted(([, one], [, other]) => other - one);
    console.log(
      `${application.name.padEnd(30)} ${graphs.size === 1 ? 'the same' : `${graphs.size} graphs`}  ${(seconds / Number(values.times)).toFixed(1)} s each, load ${loadavg()[0]?.toFixed(0)}`,
    );
    for (const [graph] of others) {
      const [lines, mine] = [graph.split('\n'), usual.split('\n')];
      for (const line of lines.filter((each) => !mine.includes(each))) console.log(`  + ${line}`);
      for (const line of mine.filter((each) => !lines.includes(each))) console.log(`  - ${line}`);
    }
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
  await browser.close();
}
console.log(
  `\n${same} of ${wanted.length} applications gave the same graph ${values.times} times beside ${values.busy} busy loops`,
);
