import { join } from 'node:path';

/** Where the page that a failed step found instead of the expected one is stored. */
export function seenPageFile(dataFolder: string, project: string): string {
  return join(dataFolder, 'failed-steps', `${project}.html`);
}
