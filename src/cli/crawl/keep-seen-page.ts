import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { StepError } from '../../crawl/index.ts';

/** Saves the page that came instead of the one a step expected. Null when the failure is not about a page. */
export async function keepSeenPage(
  { page }: StepError,
  project: string,
  dataFolder: string,
): Promise<string | null> {
  if (page === null) return null;
  const { seenPageFile } = await import('../../app/index.ts');
  const file = seenPageFile(dataFolder, project);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, page.body);
  return file;
}
