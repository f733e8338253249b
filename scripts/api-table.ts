/** Prints the table of docs/api.md: `node scripts/api-table.ts`. */

import { endpoints } from '../src/features/endpoints.ts';
import type { Endpoint } from '../src/http/contract/endpoint.ts';

console.log('| endpoint | who | what |\n| --- | --- | --- |');
for (const { method, path, access, says } of Object.values(endpoints) as readonly Endpoint[]) {
  const who = `${access.role}${access.project === 'of the path' ? ' of the project' : ''}, ${access.scope}`;
  console.log(`| \`${method} ${path}\` | ${who} | ${says} |`);
}
