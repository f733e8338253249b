import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is, or null. Servers are often in /usr/sbin, which is not on every user's path. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((place) => existsSync(place)) ?? null;
}
