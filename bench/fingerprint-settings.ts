/**
 * How well the two settings tell near-duplicates: on generated applications in the mark-up of several frameworks, and on labelled
 * folders. In such a folder, each folder is an application and each file is called `state~number.html`; files of one state are
 * near-duplicates. In a folder to vary, each folder is an application and each file a state of its own; other versions of it are made.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type PageNode, pageTree, readForComparison } from '../src/document/index.ts';
import { contentSetting, type NearDuplicates, structureSetting } from '../src/fingerprint/index.ts';
import {
  type Counts,
  judgePairs,
  scoresOf,
  sumOf,
} from '../test/features/fingerprints/applications/evaluate.ts';
import {
  generatedPages,
  type PageGroup,
} from '../test/features/fingerprints/applications/generated-pages.ts';
import { randomOf } from '../test/features/fingerprints/applications/random.ts';
import { heldOutStyles, tuningStyles } from '../test/features/fingerprints/applications/styles/all-styles.ts';
import type { Style } from '../test/features/fingerprints/applications/styles/style.ts';
import {
  withEmptyTable,
  withOtherData,
  withRefusedInput,
} from '../test/features/fingerprints/applications/vary-page.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    vary: { type: 'string' },
    applications: { type: 'string', default: '6' },
    mistakes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function labelled(folder: string, name: string): PageGroup {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.html'));
  const pages = files.map((file) => ({
    state: file.split('~')[0] ?? '',
    record: file,
    isTwin: false,
    content: readForComparison(readFileSync(join(folder, name, file))),
  }));
  return { name, pages };
}

/** Each page of a folder in four versions with other data, and where it can be with an empty table or refused input. */
function varied(folder: string, name: string): PageGroup {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.html'));
  const pages = files.toSorted().flatMap((file, i) => {
    const tree = pageTree(readFileSync(join(folder, name, file), 'utf8'));
    const random = randomOf(i);
    const versions = [tree, ...Array.from({ length: 3 }, () => withOtherData(tree, random))];
    const made = (state: string, some: readonly (PageNode | null)[]) =>
      some.flatMap((each) =>
        each === null ? [] : [{ state, record: state, isTwin: false, content: { text: '', tree: each } }],
      );
    return [
      ...made(file, versions),
      ...made(`${file} empty`, versions.slice(0, 2).map(withEmptyTable)),
      ...made(
        `${file} refused`,
        versions.slice(0, 2).map((each) => withRefusedInput(each, random)),
      ),
    ];
  });
  return { name, pages };
}

function judge<Fingerprint>(
  setting: NearDuplicates<Fingerprint>,
  { name, pages }: PageGroup,
  by: 'state' | 'record',
): Counts {
  // By functions, a page that is only drawn twice would be too easy.
  const judged = by === 'state' ? pages.filter(({ isTwin }) => !isTwin) : pages;
  const prints = judged.map((page) => ({ state: page[by], fingerprint: setting.fingerprint(page.content) }));
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
  styles.flatMap((style) => seeds.map((seed) => generatedPages(style, seed + from)));
const [tuning, heldOut] = [of(tuningStyles, 0), of(heldOutStyles, 100)];
if (!values.json) console.log('setting    pages     application              precision   recall       F1');
compare(structureSetting(), 'tuning', tuning, 'state');
compare(structureSetting(), 'held out', heldOut, 'state');
for (const [folder, read] of [
  [values.pages, labelled],
  [values.vary, varied],
] as const) {
  if (folder === undefined) continue;
  compare(
    structureSetting(),
    'folder',
    readdirSync(folder).map((name) => read(folder, name)),
    'state',
  );
}
compare(contentSetting(), 'tuning', tuning, 'record');
compare(contentSetting(), 'held out', heldOut, 'record');
