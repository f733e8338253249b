import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONCURRENCY, type Contender } from './contender.ts';

/** Never a dependency of the project: it has hundreds of packages, and is only for comparison. */
const folder = join(tmpdir(), 'tidemark-bench-crawlee');
const script = fileURLToPath(new URL('./crawlee-http-crawler.ts', import.meta.url));

export function crawleeHttpCrawler(): Contender {
  const here = existsSync(join(folder, 'node_modules/@crawlee/http'));
  return {
    name: 'Crawlee HttpCrawler',
    note: 'htmlparser2 for the links; stores address and title only',
    missing: here ? null : 'npm run bench -- crawl --install-peers',
    commandLine: ({ origin, start, scope }, out) => ({
      command: process.execPath,
      args: [script, folder, `${origin}${start}`, `${origin}${scope}`, String(CONCURRENCY)],
      environment: { CRAWLEE_STORAGE_DIR: out, CRAWLEE_LOG_LEVEL: 'ERROR' },
    }),
  };
}

/** Installs it into its own temporary folder. Needs the network. */
export function installCrawlee(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const packages = ['@crawlee/http@3', 'htmlparser2@10'];
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages],
    {
      cwd: folder,
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error(`npm could not install ${packages.join(' and ')} into ${folder}.`);
}
