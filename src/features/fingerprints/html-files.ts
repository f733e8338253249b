import { readdir, readFile } from 'node:fs/promises';
import { reasonOf } from '../../base/index.ts';
import { CliError } from '../../cli/errors.ts';
import { readForComparison } from '../../document/index.ts';
import type { ComparableContent } from '../../fingerprint/index.ts';

/** The names of the HTML files in a folder, not those in folders inside, in order. */
export async function htmlFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readable(folder, () => readdir(folder, { withFileTypes: true }));
  const names = entries
    .filter((entry) => entry.isFile() && /\.x?html?$/i.test(entry.name))
    .map(({ name }) => name);
  if (names.length > 0) return names.sort();
  throw new CliError('CLI_INPUT_INVALID', `there are no HTML files (*.html, *.htm, *.xhtml) in ${folder}.`);
}

export async function readHtmlFile(file: string): Promise<ComparableContent> {
  return readForComparison(await readable(file, () => readFile(file)));
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new CliError('CLI_INPUT_UNREADABLE', `cannot read ${path}: ${reasonOf(error)}`, error);
  }
}
