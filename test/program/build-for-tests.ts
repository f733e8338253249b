/** Builds the program into a folder that is laid out like an installed package. Whoever finds the folder finds it whole. */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleProgram } from '../../scripts/bundle-program.ts';

const DAY = 24 * 60 * 60 * 1000;

const [folder = ''] = process.argv.slice(2);
const begun = `${folder}.${process.pid}`;
mkdirSync(join(begun, 'dist'), { recursive: true });
for (const name of ['bin', 'package.json']) cpSync(name, join(begun, name), { recursive: true });
await bundleProgram(join(begun, 'dist'));
for (const name of ['web', 'exported'])
  symlinkSync(join(process.cwd(), 'dist', name), join(begun, 'dist', name));
try {
  renameSync(begun, folder);
} catch {
  rmSync(begun, { recursive: true }); // another process was faster
}
for (const name of readdirSync(dirname(folder))) {
  const other = join(dirname(folder), name);
  // Others build and tidy at the same time.
  const found = statSync(other, { throwIfNoEntry: false });
  if (found !== undefined && found.mtimeMs < Date.now() - DAY)
    rmSync(other, { recursive: true, force: true });
}
