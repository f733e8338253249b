/**
 * Writes `dist/`: the program and the library as a few files that share their parts, the types of the library, and the web interface; and
 * the manual page. With `--program` only the program and the library, for benchmarks.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { onlyWhatIsAskedFor } from './only-what-is-asked-for.ts';
import { undiciClient } from './undici-client.ts';

/**
 * What the program needs to send its first request. Finding and reading hundreds of small files takes longer than the whole
 * rest of the start (docs/decisions/0013-speed.md). Everything else is loaded from node_modules on first use.
 */
const BUNDLED = [
  'commander',
  'css-select',
  'entities',
  'htmlparser2',
  'kysely',
  're2js',
  // Not for speed: installing it would compile native parts, and it works without them.
  'ssh2',
  'tldts',
  'tough-cookie',
  'undici',
  'yaml',
  'zod',
];

/** As in src/, modules find package.json two folders up and the files of threads beside themselves. */
const PROGRAM = 'dist/cli';

rmSync('dist', { recursive: true, force: true });
const compiler = 'node_modules/typescript/bin/tsc';
const compiled = spawnSync(process.execPath, [compiler, '--project', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (compiled.status === 0) {
  await bundleProgram();
  if (!process.argv.includes('--program')) {
    await writeManPage();
    await buildWeb();
  }
}
process.exitCode = compiled.status ?? 1;

async function bundleProgram(): Promise<void> {
  const { rolldown } = await import('rolldown');
  rmSync(PROGRAM, { recursive: true, force: true });
  const bundle = await rolldown({
    input: {
      main: 'src/cli/main.ts',
      library: 'src/index.ts',
      fingerprint: 'src/fingerprint/index.ts',
      client: 'src/publish/contract/client.ts',
      'writer-thread': 'src/store/thread/writer-thread.ts',
      'pdf-thread': 'src/fetch/pdf/pdf-thread.ts',
    },
    external: isInstalled,
    platform: 'node',
    // No module of ours has side effects, so the bundler may leave out what is not used.
    treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]/, sideEffects: false }] },
    // ssh2 contains WebAssembly whose loader asks for its own folder.
    transform: { define: { __dirname: 'import.meta.dirname' } },
    plugins: [onlyWhatIsAskedFor, undiciClient],
    logLevel: 'warn',
  });
  const { output } = await bundle.write({ dir: PROGRAM, format: 'esm', chunkFileNames: '[name].js' });
  await bundle.close();
  // Beside its types, where those who import the folder look for it.
  writeFileSync('dist/index.js', `export * from './cli/library.js';\n`);
  writeFileSync('dist/client.js', `export * from './cli/client.js';\n`);
  writeFileSync('dist/fingerprint.js', `export * from './cli/fingerprint.js';\n`);
  copyLicences(output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])));
}

/** The pages that the server shows. */
async function buildWeb(): Promise<void> {
  const { build } = await import('vite');
  await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' });
}

/** From the commands themselves: docs/cli.md is checked against them, this page is made of them. */
async function writeManPage(): Promise<void> {
  const { manPage } = await import('../src/cli/help/man-page.ts');
  const { tidemarkProgram } = await import('../src/cli/program.ts');
  mkdirSync('man', { recursive: true });
  writeFileSync('man/tidemark.1', manPage(tidemarkProgram()));
}

/** Packages that our modules import and that stay outside the bundle. What a bundled library imports is bundled too. */
function isInstalled(id: string, importer: string | undefined): boolean {
  if (id.endsWith('.node') || id === 'cpu-features') return true; // native parts that ssh2 can do without
  const name = /^(?:@[^/]+\/)?[^./\\][^/:]*(?=\/|$)/.exec(id)?.[0];
  return name !== undefined && !BUNDLED.includes(name) && !(importer ?? '').includes('node_modules');
}

/** Every bundled package comes with its licence, including those that libraries import. */
function copyLicences(modules: readonly string[]): void {
  const packages = new Set(
    modules.flatMap((path) => /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1] ?? []),
  );
  mkdirSync(`${PROGRAM}/licences`);
  for (const name of packages) {
    const licence = globSync(`node_modules/${name}/{LICENSE,LICENCE,license}*`)[0];
    if (licence === undefined) throw new Error(`${name} has no licence file`);
    copyFileSync(licence, `${PROGRAM}/licences/${name.replace(/[/\\]/g, '-')}.txt`);
  }
}
