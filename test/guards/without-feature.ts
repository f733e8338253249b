/**
 * `npm run without -- FEATURE [arguments of Vitest]`: copies the project without a feature, its lines in the lists and what goes with it, and runs the
 * tests of the rest there. Tests that import the feature go with it, and are counted.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { goesWith } from './feature-tests.ts';
import { PlantedTree, projectRoot } from './planted-tree.ts';
import { importsBelow, lists, withoutFeature } from './tree-without-feature.ts';

const [feature = '', ...more] = process.argv.slice(2);
if (!existsSync(join(projectRoot, 'src/features', feature, 'feature.ts'))) {
  process.stderr.write(`There is no feature "${feature}".\n`);
  process.exit(2);
}

/** Everything that reaches one of these folders by its imports; the lists do not count, they lose their lines. */
function dependents(folders: readonly string[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const { from, to } of importsBelow(projectRoot, ['src', 'test', 'web/src']))
    if (!lists.includes(from)) importers.set(to, [...(importers.get(to) ?? []), from]);
  const found = new Set<string>();
  const open = [...importers.keys()].filter((file) =>
    folders.some((folder) => file.startsWith(`${folder}/`)),
  );
  for (let file = open.pop(); file !== undefined; file = open.pop())
    for (const importer of importers.get(file) ?? [])
      if (!found.has(importer)) {
        found.add(importer);
        open.push(importer);
      }
  return found;
}

const tree = new PlantedTree();
process.on('exit', () => tree.remove());
const leftOut = ['.git', 'node_modules', 'dist', 'coverage'];
tree.copy(...readdirSync(projectRoot).filter((name) => !leftOut.includes(name)));
symlinkSync(join(projectRoot, 'node_modules'), join(tree.folder, 'node_modules'));
const gone = [`src/features/${feature}`, ...goesWith(feature)];
const tests = [...dependents(gone)].filter((file) => /[.]test[.]tsx?$/.test(file));
const others = tests.filter((file) => !gone.some((path) => file.startsWith(path)));
for (const path of [...gone, ...others]) rmSync(join(tree.folder, path), { recursive: true, force: true });
for (const list of lists)
  tree.write(list, withoutFeature(list, readFileSync(join(tree.folder, list), 'utf8'), feature));
process.stdout.write(`without ${feature}: ${others.length} files of tests elsewhere go with it\n`);
for (const file of others) process.stdout.write(`  ${file}\n`);
const { status } = spawnSync('vitest', ['run', ...more], {
  cwd: tree.folder,
  stdio: 'inherit',
  shell: false,
});
process.exitCode = status ?? 1;
