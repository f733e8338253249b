/**
 * After `npm install`: builds, so that `import 'tidemark'` works in the checkout. The first `npx tidemark` also runs this
 * script; it runs from source and needs no build but the page reader, and if a build failed npm would keep a broken cache for good.
 */
import { spawnSync } from 'node:child_process';

if (process.env['npm_command'] === 'exec') {
  const { compilePageReader } = await import('./compile-page-reader.ts');
  await compilePageReader();
} else {
  if (!hasBundler()) installWithThisNode();
  await import('./build.ts');
}

/** In a process of its own: a module that could not be loaded stays so. */
function hasBundler(): boolean {
  return spawnSync(process.execPath, ['--eval', "import('rolldown')"], { stdio: 'ignore' }).status === 0;
}

/**
 * npm leaves out the parts of packages for this machine (optional packages) that say they are for a newer Node than the one
 * that runs npm, such as 18. This script is run by the Node that came along, so npm is asked again with that one.
 */
function installWithThisNode(): void {
  const npm = process.env['npm_execpath'] ?? '';
  spawnSync(process.execPath, [npm, 'install', '--ignore-scripts'], { stdio: 'inherit' });
}
