import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlierFolders, importRules, lastFolder } from './import-rules.ts';
import { PlantedTree, projectRoot } from './planted-tree.ts';

// A check that never fails protects nothing: with TypeScript 7 and without swc, dependency-cruiser reads no
// TypeScript at all, finds 0 modules, and is content. So every rule is broken once here, and must say so.

const depcruise = join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

interface Cruise {
  readonly exitCode: number;
  readonly modules: number;
  /** `rule: from -> to` of every violation. */
  readonly violations: readonly string[];
}

/** Runs the check as package.json does. It ends with the number of violations. */
function cruise(folder: string, ...paths: readonly string[]): Promise<Cruise> {
  const args = [depcruise, '--config', '.dependency-cruiser.js', ...paths];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const found = [...stdout.matchAll(/^ *error ([^:]+): (\S+)(?: → *\n? *(\S+))?/gm)];
      resolve({
        exitCode: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        modules: Number(/(\d+) modules/.exec(stdout + stderr)?.[1] ?? 0),
        violations: found.map(([, rule, from, to]) => `${rule}: ${from} -> ${to ?? ''}`),
      });
    });
  });
}

/** Imports that must be refused, by the rule that must refuse them. A list of several shows that it looks everywhere. */
const plants: Readonly<Record<string, readonly (readonly [file: string, imported: string])[]>> = {
  'unknown-folder': [['test/elsewhere.test.ts', '../src/elsewhere/index.ts']],
  'no-cycle': [['src/url/egg.ts', './hen.ts']], // and soundTree() has the way back
  'index-only': [
    ['src/cli/reaches-inside.ts', '../base/inside.ts'],
    ['src/library.ts', './base/inside.ts'],
  ],
  'features-apart': [
    ['src/features/search/sees-other.ts', '../people/service.ts'],
    ['src/features/search/sees-list.ts', '../endpoints.ts'],
  ],
  'pure-no-io': [
    ['src/url/reads-files.ts', 'node:fs'],
    ['src/document/waits.ts', 'node:timers/promises'],
    ['src/fingerprint/starts-threads.ts', 'node:worker_threads'],
    ['src/track/starts-programs.ts', 'child_process'],
    ['src/detect/looks-at-process.ts', 'node:process'],
    ['src/project/looks-at-clock.ts', 'node:perf_hooks'],
  ],
  'engines-apart': [['src/crawl/sees-explore.ts', '../explore/index.ts']],
  'only-fetch-connects': [
    ['src/access/opens-socket.ts', 'node:net'],
    ['src/access/opens-tls.ts', 'tls'],
    ['src/features/notifications/calls-out.ts', 'node:https'],
    ['src/crawl/resolves.ts', 'node:dns/promises'],
    ['src/crawl/dispatches.ts', 'undici'],
  ],
  'only-tables-speak-sql': [
    ['src/crawl/opens-sqlite.ts', 'node:sqlite'],
    ['src/crawl/builds-queries.ts', 'kysely'],
    ['src/features/people/connects.ts', 'pg'],
  ],
  'no-vague-name': [
    ['src/url/needs-util.ts', './util.ts'],
    ['src/url/needs-helpers.ts', './helpers/pad.ts'],
    ['src/url/needs-common.ts', './common-things.ts'],
    ['src/url/needs-misc.ts', './misc.ts'],
  ],
  'web-sees-contract-only': [['web/src/reaches-inside.ts', '../../src/url/index.ts']],
  'web-direction': [
    ['web/src/shared/sees-view.ts', '../features/search/view.ts'],
    ['web/src/features/search/sees-shell.ts', '../../app/shell.ts'],
  ],
  'web-features-apart': [['web/src/features/search/sees-other.ts', '../states/view.ts']],
  'src-stands-alone': [
    ['src/url/needs-test.ts', '../../test/fixture.ts'],
    ['src/url/needs-bench.ts', '../../bench/fixture.ts'],
    ['src/url/needs-web.ts', '../../web/src/fixture.ts'],
  ],
  'no-dev-dependency': [
    ['src/cli/needs-tester.ts', 'only-for-tests'],
    ['src/cli/needs-stranger.ts', 'not-in-package-json'],
  ],
  'no-unresolvable': [['src/url/needs-nothing.ts', './nowhere.ts']],
};

function plantAll(tree: PlantedTree): readonly string[] {
  const expected: string[] = [];
  const plant = (rule: string, file: string, imported: string) => {
    tree.write(file, `import '${imported}';\n`);
    expected.push(`${rule}: ${file}`);
  };
  for (const [rule, imports] of Object.entries(plants)) {
    for (const [file, imported] of imports) plant(rule, file, imported);
  }
  for (const folder of earlierFolders) {
    plant(`direction-${folder}`, `src/${folder}/sees-later.ts`, `../${lastFolder}/index.ts`);
  }
  // The database sees no tables but its own: folders that own some hand them over as parts of the store.
  plant('direction-database', 'src/database/sees-engine.ts', '../crawl/index.ts');
  plant('direction-database', 'src/database/sees-feature.ts', '../features/people/service.ts');
  // Types and late imports are imports, too.
  tree.write('src/base/sees-type.ts', `import type { Cli } from '../cli/index.ts';\nexport type X = Cli;\n`);
  tree.write('src/base/sees-later-on.ts', `export const late = () => import('../cli/index.ts');\n`);
  expected.push('direction-base: src/base/sees-type.ts', 'direction-base: src/base/sees-later-on.ts');
  return expected.sort();
}

/** A tree in which nothing is wrong, with everything that plants and sound files import. */
function soundTree(): PlantedTree {
  const tree = new PlantedTree();
  tree.copy('.dependency-cruiser.js');
  const used = { undici: '1', kysely: '1', pg: '1', commander: '1' };
  tree.write(
    'package.json',
    JSON.stringify({ type: 'module', dependencies: used, devDependencies: { 'only-for-tests': '1' } }),
  );
  for (const name of [...Object.keys(used), 'only-for-tests', 'not-in-package-json']) {
    tree.write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'main.js' }),
    );
    tree.write(`node_modules/${name}/main.js`, '');
  }
  for (const folder of [...earlierFolders, lastFolder, 'elsewhere']) {
    tree.write(`src/${folder}/index.ts`, `export interface Cli {\n  readonly name: '${folder}';\n}\n`);
  }
  for (const file of [
    'src/base/inside.ts',
    'src/url/egg.ts',
    'src/http/contract/page.ts',
    'src/features/endpoints.ts',
    'src/features/people/service.ts',
    'src/url/util.ts',
    'src/url/misc.ts',
    'src/url/common-things.ts',
    'src/url/helpers/pad.ts',
    'test/fixture.ts',
    'bench/fixture.ts',
    'scripts/fixture.ts',
    'web/src/fixture.ts',
    'web/src/app/shell.ts',
    'web/src/features/search/view.ts',
    'web/src/features/states/view.ts',
  ]) {
    tree.write(file, 'export const nothing = null;\n');
  }
  const sound: Readonly<Record<string, string>> = {
    'src/main/sees-all.ts': `import '../features/people/service.ts';\nimport '../base/index.ts';\nimport 'commander';\n`,
    'src/url/hashes.ts': `import 'node:crypto';\nimport 'node:buffer';\nimport '../base/index.ts';\n`,
    'src/fetch/connects.ts': `import 'node:net';\nimport 'undici';\n`,
    'src/database/queries.ts': `import 'node:sqlite';\nimport 'kysely';\nimport 'pg';\n`,
    'src/features/people/tables/user.ts': `import 'kysely';\n`,
    'src/url/hen.ts': `import './egg.ts';\n`,
    'src/cli/styles.ts': `import 'node:util';\n`,
    'src/url/hashes.test.ts': `import 'only-for-tests';\nimport 'node:fs';\nimport '../../test/fixture.ts';\n`,
    'web/src/reads-contract.ts': `import '../../src/http/contract/page.ts';\nimport '../../src/features/endpoints.ts';\n`,
  };
  for (const [file, text] of Object.entries(sound)) tree.write(file, text);
  return tree;
}

const checked = ['src', 'test', 'bench', 'scripts', 'web'] as const;

describe('the check of import directions', () => {
  let tree: PlantedTree;
  let sound: Cruise;
  let planted: Cruise;
  let expected: readonly string[];

  beforeAll(async () => {
    tree = soundTree();
    sound = await cruise(tree.folder, ...checked);
    expected = plantAll(tree);
    planted = await cruise(tree.folder, ...checked);
  });
  afterAll(() => tree.remove());

  it('has a plant for every rule', () => {
    expect([...Object.keys(plants), ...earlierFolders.map((folder) => `direction-${folder}`)].sort()).toEqual(
      importRules.toSorted(),
    );
  });

  it('is content with a tree in which all is well', () => {
    expect(sound).toMatchObject({ exitCode: 0, violations: [] });
    expect(sound.modules).toBeGreaterThan(30);
  });

  it('fails, and names exactly the rule that was broken, for every plant', () => {
    const found = planted.violations.map((violation) => violation.replace(/ -> .*$/, ''));
    expect(found.toSorted()).toEqual(expected);
    expect(planted.exitCode).toBe(expected.length);
  });

  // `npm run check` cruises all of it: one folder shows that the check reads the TypeScript of the project.
  it('sees the files of the project', async () => {
    const { modules } = await cruise(projectRoot, 'src/fingerprint');
    const files = readdirSync(join(projectRoot, 'src/fingerprint'), { recursive: true, encoding: 'utf8' });
    expect(modules).toBeGreaterThan(files.filter((file) => file.endsWith('.ts')).length);
  });
});
