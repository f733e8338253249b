// Loaded by a process before everything else (`NODE_OPTIONS=--import`): when it gets SIGUSR2, it collects garbage and writes what is left,
// in bytes, into a file with its number in MEMORY_FOLDER.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.env['MEMORY_FOLDER'] ?? '.', String(process.pid));

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.part`, JSON.stringify({ rss, heapUsed, external }));
  renameSync(`${file}.part`, file);
});
