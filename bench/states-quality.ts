/**
 * Explores all test applications with the setting and with plain equality of documents, in the same crawler, and counts states that are
 * missed or found too often, by the lists that people wrote.
 */
import { parseArgs } from 'node:util';
import { type GuardedBrowser, openBrowser } from '../src/fetch/index.ts';
import { namedSetting } from '../src/fingerprint/index.ts';
import { stateApplications } from '../test/features/states/applications/all-applications.ts';
import { domEquality } from '../test/features/states/applications/proof/dom-equality.ts';
import {
  exploreApplication,
  type Trial,
} from '../test/features/states/applications/proof/explore-application.ts';
import { expectedCount, judge } from '../test/features/states/applications/proof/judge.ts';
import type { StateApplication } from '../test/features/states/applications/state-application.ts';
import { loopbackEgress } from '../test/fixtures/servers/loopback-egress.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    setting: { type: 'string', default: 'content' },
    states: { type: 'string', default: '20' },
    'plain-seconds': { type: 'string', default: '12' },
    tags: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const setting = values.setting === 'structure' ? 'structure' : 'content';
// What never ends is cut off; ours has the same limit.
const limits = { states: Number(values.states), timeMs: 5 * 60_000 };

/** Equality never ends on noise: it gets a time in which applications of this size are explored. */
const plain = { limits: { ...limits, timeMs: Number(values['plain-seconds']) * 1000 }, plain: true };

const contenders: Readonly<Record<string, Trial>> = {
  [setting]: { setting: namedSetting(setting), limits },
  'equal documents': { setting: domEquality({ withTexts: true }), ...plain },
  ...(values.tags && { 'equal tags': { setting: domEquality({ withTexts: false }), ...plain } }),
};

interface Row {
  readonly found: number;
  readonly missed: number;
  /** Found too often, or no state at all. */
  readonly surplus: number;
  readonly wrongWays: number;
  readonly ending: string;
  readonly seconds: number;
}

async function rowOf(application: StateApplication, browser: GuardedBrowser, trial: Trial): Promise<Row> {
  const { exploration, found, seconds } = await exploreApplication(application, browser, trial);
  const { missed, duplicates, unexpected, missingWays, forbidden } = judge(application, setting, found);
  return {
    found: found.texts.length,
    missed: missed.length,
    surplus: duplicates.length + unexpected.length,
    wrongWays: missingWays.length + forbidden.length,
    ending: exploration.ending,
    seconds: Math.round(seconds * 10) / 10,
  };
}

function print(name: string, expected: readonly [number, number], rows: readonly Row[]): void {
  const [least, most] = expected;
  const cells = rows.map(({ found, missed, surplus, ending }) =>
    `${`${found}`.padStart(3)} ${`${missed}`.padStart(3)} ${`${surplus}`.padStart(3)}  ${ending}`.padEnd(30),
  );
  console.log(
    `${name.padEnd(26)} ${(least === most ? `${least}` : `${least}-${most}`).padEnd(5)} ${cells.join('')}`,
  );
}

const browser = await openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' });
const all: Row[][] = [];
if (!values.json) {
  console.log(`found, missed, too many, and why it ended; at most ${limits.states} states\n`);
  console.log(
    `${'application'.padEnd(26)} ${'list'.padEnd(5)} ${Object.keys(contenders)
      .map((name) => name.padEnd(30))
      .join('')}`,
  );
}
for (const application of stateApplications.filter(({ name }) => name.includes(values.only))) {
  const rows: Row[] = [];
  for (const trial of Object.values(contenders)) rows.push(await rowOf(application, browser, trial));
  all.push(rows);
  const expected = expectedCount(application, setting);
  if (!values.json) print(application.name, expected, rows);
  else
    for (const [i, contender] of Object.keys(contenders).entries())
      console.log(JSON.stringify({ application: application.name, contender, expected, ...rows[i] }));
}
await browser.close();
if (!values.json) {
  const sum = (column: number, part: 'found' | 'missed' | 'surplus' | 'wrongWays') =>
    all.reduce((total, rows) => total + (rows[column]?.[part] ?? 0), 0);
  for (const [column, name] of Object.keys(contenders).entries()) {
    const isRight = all.filter((rows) => rows[column]?.missed === 0 && rows[column]?.surplus === 0).length;
    const ended = all.filter((rows) => rows[column]?.ending === 'complete').length;
    console.log(
      `\n${name}: ${isRight} of ${all.length} applications exact, ${ended} ended by themselves, ${sum(column, 'missed')} states missed, ${sum(column, 'surplus')} too many, ${sum(column, 'wrongWays')} ways missing`,
    );
  }
}
