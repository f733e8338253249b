/** `npm run chaos -- KIND [...]`: breaks things on purpose, and tells what that did. */
const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  crawl: () => import('./crawl-kills.ts'),
  cluster: () => import('./cluster/main.ts'),
  starved: () => import('./starved/main.ts'),
};

const kind = process.argv[2] ?? 'crawl';
const run = kinds[kind];
if (run === undefined) {
  process.stderr.write(`There is no chaos "${kind}": ${Object.keys(kinds).join(', ')}.\n`);
  process.exitCode = 2;
} else await run();
