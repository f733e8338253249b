/**
 * Writes `dist/`: the program and the library as a few files that share their parts, the types of the library, and the web interface; and
 * the manual page. With `--program` only the program and the library, for benchmarks.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bundleProgram } from './bundle-program.ts';
import { compilePageReader } from './compile-page-reader.ts';

rmSync('dist', { recursive: true, force: true });
await compilePageReader();
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

/** The pages that the server shows, and the views of exported files. */
async function buildWeb(): Promise<void> {
  const { build } = await import('vite');
  const { buildExported } = await import('../web/build/build-exported.ts');
  await buildExported(resolve('dist/exported'));
  await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' });
}

/** From the commands themselves: docs/cli.md is checked against them, this page is made of them. */
async function writeManPage(): Promise<void> {
  const { manPage } = await import('../src/cli/help/man-command.ts');
  const { tidemarkProgram } = await import('../src/main/program.ts');
  mkdirSync('man', { recursive: true });
  writeFileSync('man/tidemark.1', manPage(tidemarkProgram()));
}
