import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/**
 * Writes every script and style compressed beside itself, so that the server compresses nothing while somebody waits. From the files
 * as written: other plug-ins change scripts until the last moment.
 */
export const compressedBeside: Plugin = {
  name: 'compressed beside',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name));
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name);
        const source = await readFile(file);
        await writeFile(`${file}.br`, await br(source, best));
        await writeFile(`${file}.gz`, await gz(source, { level: 9 }));
      }),
    );
  },
};
