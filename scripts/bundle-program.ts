/** Bundles the program and the library into a few files that share their parts. */
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
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
const threads = globSync('src/**/*-thread.ts').map((path) => [basename(path, '.ts'), path] as const);
const isWriter = ([name]: readonly [string, string]): boolean => name === 'writer-thread';
const writerThread = Object.fromEntries(threads.filter(isWriter));
const otherThreads = Object.fromEntries(threads.filter((thread) => !isWriter(thread)));

/** Modules that are loaded together, as one file. */
interface Group {
  readonly name: string;
  /** They, and everything that they import, unless an earlier group has it. */
  readonly files: readonly string[];
}

/** What a first visit loads, in this order. */
const visitGroups: readonly Group[] = [
  {
    name: 'start',
    files: ['src/main/main.ts', 'src/config/environment.ts', 'src/database/thread/remote-writer.ts'],
  },
  { name: 'settings', files: ['src/config/read-config.ts'] },
  {
    name: 'store',
    files: [
      'src/database/open-data-folder.ts',
      'src/database/sqlite/open-sqlite.ts',
      'src/features/store-parts.ts',
    ],
  },
  {
    name: 'crawl',
    files: [
      'src/crawl/projects/what-to-visit.ts',
      'src/crawl/projects/stored-secrets.ts',
      'src/crawl/run/start-run.ts',
      'src/features/reports/run-summary.ts',
      'src/presentation/summary/summary-text.ts',
    ],
  },
];

const writerGroups: readonly Group[] = [
  { name: 'store', files: ['src/features/writer-thread.ts', 'src/features/store-parts.ts'] },
];

/**
 * Into `dist/cli`, and a second time into `dist/visits`, which the launcher starts for `crawl` and `track`: what these load is in a few files
 * there, because each file costs a third of a millisecond. Other commands would load far too much with such files. As in src/, modules find package.json
 * two folders up and the files of threads beside themselves.
 */
export async function bundleProgram(dist = 'dist'): Promise<void> {
  const [cli, visits] = [join(dist, 'cli'), join(dist, 'visits')];
  for (const folder of [cli, visits]) rmSync(folder, { recursive: true, force: true });
  const main = 'src/main/main.ts';
  const library = {
    library: 'src/index.ts',
    fingerprint: 'src/fingerprint/index.ts',
    client: 'src/main/client.ts',
  };
  const modules = await bundleInto(cli, { main, ...library, ...otherThreads });
  await bundleInto(visits, { main, ...otherThreads }, visitGroups);
  for (const folder of [cli, visits])
    await bundleInto(folder, writerThread, writerGroups, 'writer-[name].js');
  // Beside its types, where those who import the folder look for it.
  writeFileSync(join(dist, 'index.js'), `export * from './cli/library.js';\n`);
  writeFileSync(join(dist, 'client.js'), `export * from './cli/client.js';\n`);
  writeFileSync(join(dist, 'fingerprint.js'), `export * from './cli/fingerprint.js';\n`);
  copyLicences(modules, join(cli, 'licences'));
}

/** Returns the modules. */
async function bundleInto(
  folder: string,
  input: Readonly<Record<string, string>>,
  groups: readonly Group[] = [],
  chunkFileNames = '[name].js',
): Promise<readonly string[]> {
  const bundle = await rolldown({
    input,
    external: isInstalled,
    platform: 'node',
    // No module of ours has side effects, so the bundler may leave out what is not used.
    treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]/, sideEffects: false }] },
    // ssh2 contains WebAssembly whose loader asks for its own folder.
    transform: { define: { __dirname: 'import.meta.dirname' } },
    plugins: [onlyWhatIsAskedFor, undiciClient],
    ...(groups.length > 0 && {
      preserveEntrySignatures: 'allow-extension' as const,
      // What is loaded late elsewhere may be in a group.
      checks: { ineffectiveDynamicImport: false },
    }),
    logLevel: 'warn',
  });
  // How it is divided without groups says what is loaded with a file.
  const divided = groups.length === 0 ? [] : (await bundle.generate({ format: 'esm' })).output;
  const chunks = divided.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []));
  const groupOf = groupsIn(chunks, groups);
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames,
    comments: false,
    ...(groups.length > 0 && {
      codeSplitting: {
        // A group has what it loads, and no more.
        includeDependenciesRecursively: false,
        groups: [{ name: (module: string) => groupOf.get(module) ?? null, debugName: 'what visits load' }],
      },
    }),
  });
  await bundle.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** The program and its threads wait for their end: a file that has one of these modules would wait for those that wait for it. */
const isWaiting = (module: string): boolean => /\/src\/(?:main\/main|.*-thread)\.ts$/.test(module);

/** The group of each module: the first that loads it. */
function groupsIn(chunks: readonly OutputChunk[], groups: readonly Group[]): ReadonlyMap<string, string> {
  const groupOf = new Map<string, string>();
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  for (const { name, files } of groups) {
    const loaded = new Set<OutputChunk>();
    const load = (chunk: OutputChunk | undefined): void => {
      if (chunk === undefined || loaded.has(chunk)) return;
      loaded.add(chunk);
      for (const imported of chunk.imports) load(byFile.get(imported));
    };
    for (const file of files) {
      const holder = chunks.find(({ moduleIds }) => moduleIds.includes(resolve(file)));
      if (holder === undefined) throw new Error(`${file} is in no part of the program`);
      load(holder);
    }
    for (const module of [...loaded].flatMap(({ moduleIds }) => moduleIds))
      if (!groupOf.has(module) && !isWaiting(module)) groupOf.set(module, name);
  }
  return groupOf;
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
