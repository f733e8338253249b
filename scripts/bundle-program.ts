/** Bundles the program and the library into a few files that share their parts. */
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { onlyWhatIsAskedFor } from './only-what-is-asked-for.ts';
import { undiciClient } from './undici-client.ts';

/**
 * What the program needs to send its first request. Finding and reading hundreds of small files takes longer than the whole
 * rest of the start (docs/decisions/runtime.md). Everything else is loaded from node_modules on first use.
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

/** Threads load files of their own, which nothing imports. */
const threads = globSync('src/**/*-thread.ts').map((path) => [basename(path, '.ts'), path]);

/** Into `dist/cli`: as in src/, modules find package.json two folders up and the files of threads beside themselves. */
export async function bundleProgram(dist = 'dist'): Promise<void> {
  const folder = join(dist, 'cli');
  rmSync(folder, { recursive: true, force: true });
  const bundle = await rolldown({
    input: {
      main: 'src/main/main.ts',
      library: 'src/index.ts',
      fingerprint: 'src/fingerprint/index.ts',
      client: 'src/main/client.ts',
      ...Object.fromEntries(threads),
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
  const { output } = await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js' });
  await bundle.close();
  // Beside its types, where those who import the folder look for it.
  writeFileSync(join(dist, 'index.js'), `export * from './cli/library.js';\n`);
  writeFileSync(join(dist, 'client.js'), `export * from './cli/client.js';\n`);
  writeFileSync(join(dist, 'fingerprint.js'), `export * from './cli/fingerprint.js';\n`);
  copyLicences(
    output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])),
    join(folder, 'licences'),
  );
}

/** Packages that our modules import and that stay outside the bundle. What a bundled library imports is bundled too. */
function isInstalled(id: string, importer: string | undefined): boolean {
  if (id.endsWith('.node') || id === 'cpu-features') return true; // native parts that ssh2 can do without
  const name = /^(?:@[^/]+\/)?[^./\\][^/:]*(?=\/|$)/.exec(id)?.[0];
  return name !== undefined && !BUNDLED.includes(name) && !(importer ?? '').includes('node_modules');
}

/** Every bundled package comes with its licence, including those that libraries import. */
function copyLicences(modules: readonly string[], folder: string): void {
  const packages = new Set(
    modules.flatMap((path) => /.*node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(path)?.[1] ?? []),
  );
  mkdirSync(folder);
  for (const name of packages) {
    const licence = globSync(`node_modules/${name}/{LICENSE,LICENCE,license}*`)[0];
    if (licence === undefined) throw new Error(`${name} has no licence file`);
    copyFileSync(licence, join(folder, `${name.replace(/[/\\]/g, '-')}.txt`));
  }
}
