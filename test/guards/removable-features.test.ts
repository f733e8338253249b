import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '../../src/features/index.ts';
import { shortOrLong } from '../fixtures/short-or-long.ts';
import { featuresWithMore, goesWith, mirrors } from './feature-tests.ts';
import { projectRoot } from './planted-tree.ts';
import {
  type Import,
  importsBelow,
  lists,
  treeWithoutFeatures,
  typeErrors,
  withoutFeature,
} from './tree-without-feature.ts';

const folders = readdirSync(join(projectRoot, 'src/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const chosen = shortOrLong(
  [['states', 'people']],
  folders.map((name) => [name]),
);

function featureOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** `from -> feature` of imports of a feature from outside of what goes with it. */
function strangers(imports: readonly Import[]): readonly string[] {
  const found = imports.flatMap(({ from, to }) => {
    const feature = featureOf(to);
    if (feature === null || featureOf(from) === feature || lists.includes(from)) return [];
    const isOwn = goesWith(feature).some((path) => from === path || from.startsWith(`${path}/`));
    return isOwn ? [] : [`${from} -> ${feature}`];
  });
  return [...new Set(found)].sort();
}

describe('features', () => {
  it('are all in the list, under the names of their folders', () => {
    expect(features.map(({ name }) => name).sort()).toEqual(folders);
    expect(featuresWithMore.filter((name) => !folders.includes(name))).toEqual([]);
    for (const folder of mirrors)
      expect(readdirSync(join(projectRoot, folder)).filter((name) => !folders.includes(name))).toEqual([]);
  });

  it('have tests and views where the table says', () => {
    const paths = folders.flatMap((name) => goesWith(name).slice(mirrors.length));
    expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it('are imported by nothing but the lists, and what goes with them', () => {
    const found = strangers(importsBelow(projectRoot, ['src', 'web/src']));
    expect(found).toEqual([]);
  });

  it('are seen where they are imported', () => {
    const planted = [
      { from: 'src/crawl/engine/committer.ts', to: 'src/features/people/sessions.ts' },
      { from: 'src/main/server/start-server.ts', to: 'src/features/search/fill-index.ts' },
      { from: 'src/features/states/feature.ts', to: 'src/features/people/sessions.ts' },
      { from: 'test/features/people/tokens.test.ts', to: 'src/features/people/sessions.ts' },
      { from: 'src/features/index.ts', to: 'src/features/people/feature.ts' },
    ];
    expect(strangers(planted)).toEqual([
      'src/crawl/engine/committer.ts -> people',
      'src/features/states/feature.ts -> people',
      'src/main/server/start-server.ts -> search',
    ]);
  });

  it('leave a list with their lines', () => {
    const list = `import { people } from './people/feature.ts';\nimport { a } from './a/feature.ts';\n\nconst all = [\n  a,\n  people,\n];\n`;
    expect(withoutFeature('src/features/index.ts', list, 'people')).toBe(
      `import { a } from './a/feature.ts';\n\nconst all = [\n  a,\n];\n`,
    );
  });
});

describe('without a feature the rest compiles', () => {
  // Several at once take no longer to compile than one.
  for (const gone of chosen)
    it(gone.join(', '), { timeout: 300_000 }, async () => {
      const tree = treeWithoutFeatures(gone);
      try {
        tree.write('src/crawl/needs-it.ts', `export * from '../features/${gone[0]}/feature.ts';\n`);
        expect(await typeErrors(tree)).toEqual([expect.stringMatching(/^src\/crawl\/needs-it[.]ts: /)]);
      } finally {
        tree.remove();
      }
    });
});
