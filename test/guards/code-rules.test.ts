import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlantedTree, projectRoot } from './planted-tree.ts';

// Biome guards the part of the architecture that is not about imports. Each line below must be refused, or allowed, in its
// file.

const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');

const clockOrRandomness = 'plugin';
const pureGlobal = 'lint/style/noRestrictedGlobals';

/** Refused in every pure folder, by the rule on the right. */
const impure: Readonly<Record<string, string>> = {
  'Math.random()': clockOrRandomness,
  'Math.random': clockOrRandomness,
  'Date.now()': clockOrRandomness,
  '[1].map(Date.now)': clockOrRandomness,
  'new Date()': clockOrRandomness,
  'Date()': clockOrRandomness,
  'crypto.randomUUID()': clockOrRandomness,
  'crypto.getRandomValues(new Uint8Array(4))': clockOrRandomness,
  'randomBytes(16)': clockOrRandomness,
  'randomInt(1, 6)': clockOrRandomness,
  'globalThis.performance.now()': clockOrRandomness,
  'performance.now()': pureGlobal,
  'setTimeout(() => null, 1)': pureGlobal,
  'setInterval(() => null, 1)': pureGlobal,
  'setImmediate(() => null)': pureGlobal,
  'process.platform': pureGlobal,
  "fetch('http://example.org/')": pureGlobal,
};

const pure = ['url', 'document', 'fingerprint', 'track', 'detect', 'project'];

/** File, code, and the rule that must refuse it; null where it is allowed. */
type Plant = readonly [file: string, code: string, rule: string | null];

const plants: readonly Plant[] = [
  ...pure.flatMap((folder) =>
    Object.entries(impure).map(
      ([code, rule], i): Plant => [`src/${folder}/impure-${i}.ts`, `export const x = ${code};`, rule],
    ),
  ),
  ['src/url/known-time.ts', 'export const x = (time: number) => new Date(time);', null],
  ['src/url/deep/impure.ts', 'export const x = Math.random();', clockOrRandomness],
  ['src/crawl/has-clock.ts', 'export const x = Date.now();', null],
  ['src/crawl/reads-environment.ts', "export const x = process.env['HOME'];", 'lint/style/noProcessEnv'],
  [
    'src/crawl/reads-it-elsewhere.ts',
    "export const x = globalThis.process.env['HOME'];",
    'lint/style/noProcessEnv',
  ],
  [
    'src/crawl/renames-process.ts',
    "import it from 'node:process';\nexport const x = it.argv;",
    'lint/style/noRestrictedImports',
  ],
  ['src/config/reads-environment.ts', "export const x = process.env['HOME'];", null],
  ['src/cli/prints.ts', "console.log('x');", 'lint/suspicious/noConsole'],
  ['src/database/prints.ts', "console.error('x');", 'lint/suspicious/noConsole'],
  ['bench/prints.ts', "console.log('x');", null],
  ['src/url/camelCase.ts', 'export const x = 1;', 'lint/style/useFilenamingConvention'],
  ['src/url/anything.ts', 'export const x = (y: any) => y;', 'lint/suspicious/noExplicitAny'],
  ['src/url/skipped.test.ts', "it.skip('x', () => 1);", 'lint/suspicious/noSkippedTests'],
];

interface Diagnostic {
  readonly category: string;
  readonly severity: string;
  readonly location: { readonly path: string };
}

function lint(folder: string): Promise<{ exitCode: number; diagnostics: readonly Diagnostic[] }> {
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 }, (error, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
      resolve({ exitCode: error === null ? 0 : Number(error.code), diagnostics });
    });
  });
}

describe('the check of what code may do', () => {
  let tree: PlantedTree;
  let exitCode: number;
  const found = new Map<string, string[]>();

  beforeAll(async () => {
    tree = new PlantedTree();
    tree.copy('biome.json', '.gitignore', 'test/guards/lint');
    for (const [file, code] of plants) tree.write(file, `${code}\n`);
    const result = await lint(tree.folder);
    exitCode = result.exitCode;
    for (const { category, severity, location } of result.diagnostics) {
      if (severity === 'error') found.set(location.path, [...(found.get(location.path) ?? []), category]);
    }
  });
  afterAll(() => tree.remove());

  it('fails', () => expect(exitCode).toBe(1));

  it('refuses and allows exactly what it should', () => {
    const expected = plants.map(([file, code, rule]) => ({ file, code, rules: rule === null ? [] : [rule] }));
    const actual = plants.map(([file, code]) => ({ file, code, rules: found.get(file) ?? [] }));
    expect(actual).toEqual(expected);
  });
});
