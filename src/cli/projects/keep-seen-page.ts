import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StepError } from '../../crawl/index.ts';

/** Keeps the page that a step found instead of the expected one, for looking at. Null when the failure is not about a page. */
export async function keepSeenPage(
  { page }: StepError,
  project: string,
  dataFolder: string,
): Promise<string | null> {
  if (page === null) return null;
  const folder = join(dataFolder, 'failed-steps');
  const file = join(folder, `${project}.html`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, page.body);
  return file;
}
