import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { PlantedTree, projectRoot } from './planted-tree.ts';

/** The files that name every feature: a feature goes with its folder and its lines here. */
export const lists = [
  'src/features/index.ts',
  'src/features/endpoints.ts',
  'src/features/store-parts.ts',
  'src/index.ts',
];

const tsc = join(projectRoot, 'node_modules/.bin/tsc');

/** `import ... from './people/feature.ts'`, over several lines if need be. */
const statements = /^(?:import|export) [^;]*?from '([^']+)';\n/gm;
const anyImport = /(?:from|import\(|import) ?'(\.[^']+)'/g;

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Everything that is imported by a relative path, from files below these folders. */
export function importsBelow(root: string, folders: readonly string[]): readonly Import[] {
  const found: Import[] = [];
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/[.]tsx?$/.test(name)) continue;
      const from = posix.join(folder, name);
      const text = readFileSync(join(root, from), 'utf8');
      for (const [, path = ''] of text.matchAll(anyImport))
        found.push({ from, to: posix.join(dirname(from), path) });
    }
  return found;
}

/** A list without the lines that are about a feature. */
export function withoutFeature(file: string, text: string, feature: string): string {
  const names: string[] = [];
  const left = text.replace(statements, (statement, path: string) => {
    if (!posix.join(dirname(file), path).startsWith(`src/features/${feature}/`)) return statement;
    names.push(...(/{([^}]*)}/.exec(statement)?.[1] ?? '').split(',').map((name) => name.trim()));
    return '';
  });
  const isEntry = (line: string) => names.includes(/^ +(?:[.]{3})?(\w+),$/.exec(line)?.[1] ?? '-');
  return left
    .split('\n')
    .filter((line) => !isEntry(line))
    .join('\n');
}

/** The sources in a temporary folder, without these features and without tests. */
export function treeWithoutFeatures(gone: readonly string[]): PlantedTree {
  const tree = new PlantedTree();
  tree.copy('src', 'package.json');
  symlinkSync(join(projectRoot, 'node_modules'), join(tree.folder, 'node_modules'));
  for (const feature of gone) rmSync(join(tree.folder, 'src/features', feature), { recursive: true });
  for (const name of readdirSync(join(tree.folder, 'src'), { recursive: true, encoding: 'utf8' }))
    if (/[.](test|example)[.]ts$/.test(name)) rmSync(join(tree.folder, 'src', name));
  for (const list of lists)
    tree.write(
      list,
      gone.reduce(
        (text, feature) => withoutFeature(list, text, feature),
        readFileSync(join(tree.folder, list), 'utf8'),
      ),
    );
  const { compilerOptions } = JSON.parse(readFileSync(join(projectRoot, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object;
  };
  tree.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: { ...compilerOptions, incremental: false, tsBuildInfoFile: undefined },
      include: ['src'],
      exclude: ['src/document/html/wasm/assembly'],
    }),
  );
  return tree;
}

/** What the compiler says about a tree: `src/main/library.ts: Cannot find module ...`. */
export function typeErrors(tree: PlantedTree): Promise<readonly string[]> {
  return new Promise((resolve) => {
    execFile(tsc, ['--noEmit', '--pretty', 'false'], { cwd: tree.folder, maxBuffer: 1 << 26 }, (_, stdout) =>
      resolve(
        [...stdout.matchAll(/^([^(\n]+)\(\d+,\d+\): error TS\d+: (.*)$/gm)].map(
          ([, file, says]) => `${file}: ${says}`,
        ),
      ),
    );
  });
}
