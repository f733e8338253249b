import { join } from 'node:path';

/** Where the page is kept that a failed step of a project found instead of the expected one. */
export function seenPageFile(dataFolder: string, project: string): string {
  return join(dataFolder, 'failed-steps', `${project}.html`);
}
