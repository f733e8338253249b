/**
 * How well the two settings tell near-duplicates: on generated applications in the mark-up of several frameworks, and on labelled
 * folders. In such a folder, each folder is an application and each file is called `state~number.html`; files of one state are
 * near-duplicates.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPageParts } from '../src/document/index.ts';
import {
  contentSetting,
  type NearDuplicates,
  type PageContent,
  structureSetting,
} from '../src/fingerprint/index.ts';
import { makeApplication } from './states/application.ts';
import { type Counts, judgePairs, scoresOf, sumOf } from './states/evaluate.ts';
import { planPages } from './states/plan-pages.ts';
import { randomOf } from './states/random.ts';
import { heldOutStyles, tuningStyles } from './states/styles/all-styles.ts';
import { render, type Style } from './states/styles/style.ts';

/** A page of an application. */
interface LabelledContent {
  /** Pages of one state have the same functions. */
  readonly state: string;
  /** Pages of one record have the same text. */
  readonly record: string;
  readonly content: PageContent;
}

interface PageGroup {
  readonly name: string;
  readonly pages: readonly LabelledContent[];
}

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    applications: { type: 'string', default: '6' },
    mistakes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function generated(style: Style, seed: number): PageGroup {
  const application = makeApplication(seed);
  const noise = randomOf(31 * seed + 7);
  const pages = planPages(application, seed).flatMap(({ state, plan }, i) =>
    [0, 1].map(() => ({
      state,
      record: `${state} ${i}`,
      content: readPageParts(Buffer.from(render(style, application, plan, noise))),
    })),
  );
  return { name: style.name, pages };
}

function labelled(folder: string, name: string): PageGroup {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.html'));
  const pages = files.map((file) => ({
    state: file.split('~')[0] ?? '',
    record: file,
    content: readPageParts(readFileSync(join(folder, name, file))),
  }));
  return { name, pages };
}

function judge<Fingerprint>(
  setting: NearDuplicates<Fingerprint>,
  { name, pages }: PageGroup,
  by: 'state' | 'record',
): Counts {
  const prints = pages.map((page) => ({ state: page[by], fingerprint: setting.fingerprint(page.content) }));
  return judgePairs(prints, setting.isNearDuplicate, (a, b) => {
    if (values.mistakes) console.log(`  ${name} ${a === b ? 'missed' : 'merged'}: ${a} | ${b}`);
  });
}

function show(setting: string, set: string, name: string, counts: Counts): void {
  const { precision, recall, f1 } = scoresOf(counts);
  if (values.json) console.log(JSON.stringify({ setting, set, name, ...counts, precision, recall, f1 }));
  else {
    const figures = [precision, recall, f1].map((value) => value.toFixed(3).padStart(9)).join('');
    console.log(`${setting.padEnd(11)}${set.padEnd(10)}${name.padEnd(24)}${figures}`);
  }
}

function compare<Fingerprint>(
  setting: NearDuplicates<Fingerprint>,
  set: string,
  groups: readonly PageGroup[],
  by: 'state' | 'record',
): void {
  const byName = Map.groupBy(groups, ({ name }) => name);
  const counted = [...byName].map(([name, own]) => ({
    name,
    counts: sumOf(own.map((group) => judge(setting, group, by))),
  }));
  for (const { name, counts } of counted) show(setting.name, set, name, counts);
  if (counted.length > 1) show(setting.name, set, 'all', sumOf(counted.map(({ counts }) => counts)));
}

const seeds = Array.from({ length: Number(values.applications) }, (_, i) => i + 1);
const of = (styles: readonly Style[], from: number) =>
  styles.flatMap((style) => seeds.map((seed) => generated(style, seed + from)));
const [tuning, heldOut] = [of(tuningStyles, 0), of(heldOutStyles, 100)];
if (!values.json) console.log('setting    pages     application              precision   recall       F1');
compare(structureSetting(), 'tuning', tuning, 'state');
compare(structureSetting(), 'held out', heldOut, 'state');
if (values.pages !== undefined) {
  const folder = values.pages;
  const groups = readdirSync(folder).map((name) => labelled(folder, name));
  compare(structureSetting(), 'folder', groups, 'state');
}
compare(contentSetting(), 'tuning', tuning, 'record');
compare(contentSetting(), 'held out', heldOut, 'record');
