/** Writes `dist/`: the program and its types, as they are published. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * Libraries of hundreds of small files: finding and reading them takes longer than the rest of the start together, so each
 * becomes one file (docs/decisions/0009-vendored-modules.md).
 */
const VENDORED = ['css-select', 'htmlparser2', 'kysely', 're2js', 'yaml', 'zod'];

rmSync('dist', { recursive: true, force: true });
const compiler = 'node_modules/typescript/bin/tsc';
const compiled = spawnSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (compiled.status === 0) await vendor();
process.exitCode = compiled.status ?? 1;

async function vendor(): Promise<void> {
  const { rolldown } = await import('rolldown');
  const input = Object.fromEntries(VENDORED.map((name) => [name, name]));
  // yaml's own choice for Node is CommonJS, whose names cannot be imported one by one; this is the same as modules.
  const entries = { yaml: './node_modules/yaml/browser/index.js' };
  const bundle = await rolldown({ input: { ...input, ...entries }, platform: 'node', logLevel: 'warn' });
  const { output } = await bundle.write({ dir: 'dist/vendor', format: 'esm', chunkFileNames: '[name].js' });
  await bundle.close();
  copyLicences(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])));
  for (const file of globSync('dist/**/*.js', { exclude: ['dist/vendor/**'] })) {
    const before = readFileSync(file, 'utf8');
    const after = before.replace(new RegExp(` from '(${VENDORED.join('|')})';`, 'g'), (_, name: string) => {
      const path = relative(dirname(file), `dist/vendor/${name}.js`);
      return ` from '${path.startsWith('.') ? path : `./${path}`}';`;
    });
    if (after !== before) writeFileSync(file, after);
  }
}

/** What goes along goes with its licence, also what the libraries bring themselves. */
function copyLicences(modules: readonly string[]): void {
  const packages = new Set(
    modules.flatMap((path) => /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1] ?? []),
  );
  for (const name of packages) {
    const licence = globSync(`node_modules/${name}/{LICENSE,LICENCE,license}*`)[0];
    if (licence === undefined) throw new Error(`${name} has no licence file`);
    copyFileSync(licence, `dist/vendor/${name.replace(/[/\\]/g, '-')}.LICENSE`);
  }
}
