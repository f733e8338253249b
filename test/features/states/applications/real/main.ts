/**
 * `npm run states`: explores applications from npm twice, tells whether each crawl ended by itself and whether both graphs are the same, and keeps pictures of
 * all states to look at.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualExploreLimits } from '../../../../../src/explore/index.ts';
import { namedSetting, settingNames } from '../../../../../src/fingerprint/index.ts';
import { needNpm } from '../../../../sites/applications/tools/packages.ts';
import { essenceOf } from '../proof/essence-of.ts';
import { type ExploredReal, exploreReal } from './explore-real.ts';
import { realApplications } from './real-applications.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    setting: { type: 'string', default: 'content' },
    states: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '5' },
    contexts: { type: 'string', default: '2' },
    pictures: { type: 'string', default: join(tmpdir(), 'tidemark-states-pictures') },
  },
});
const setting = namedSetting(settingNames.find((name) => name === values.setting) ?? 'content');
const timeMs = Number(values.minutes) * 60_000;
const limits = { ...usualExploreLimits, states: Number(values.states), timeMs };
const print = (line: string) => void process.stdout.write(`${line}\n`);

function keepPictures(name: string, { pictures }: ExploredReal): string {
  const folder = join(values.pictures, name.replaceAll(' ', '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [number, picture] of pictures.entries())
    if (picture !== null) writeFileSync(join(folder, `${String(number).padStart(3, '0')}.png`), picture);
  return folder;
}

for (const application of realApplications.filter(({ name }) => name.includes(values.only))) {
  const folder = await needNpm(application.name.replaceAll(' ', '-'), ...application.packages);
  const trial = { folder, setting, limits, contexts: Number(values.contexts) };
  const first = await exploreReal(application, trial);
  const second = await exploreReal(application, trial);
  const [one, other] = [essenceOf(first.exploration), essenceOf(second.exploration)];
  const different = [
    ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
    ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
  ];
  const { graph, ending, tried, failures, avoided } = first.exploration;
  print(
    `${application.name}: ${graph.states.length} states, ${graph.transitions.length} transitions; ${tried} actions tried, ${failures.length} failed, ${avoided.length} avoided; ${ending} after ${first.seconds} s`,
  );
  print(
    `  again: ${second.exploration.graph.states.length} states, ${second.exploration.ending} after ${second.seconds} s, ${different.length === 0 ? 'the same graph' : `${different.length} lines differ`}`,
  );
  for (const line of different.slice(0, 6)) print(`    ${line}`);
  print(`  pictures: ${keepPictures(application.name, first)}`);
}
