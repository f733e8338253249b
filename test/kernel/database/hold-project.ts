// A separate process that opens the store given as JSON, claims the first project, reports it and keeps running.
import '../../fixtures/program/use-features.ts';
import { openStore } from '../../../src/database/open-store.ts';
import type { StoreOptions } from '../../../src/database/store-options.ts';

const store = await openStore(JSON.parse(process.argv[2] ?? '') as StoreOptions);
const [project] = await store.projects.list();
if (project !== undefined) await store.projects.claim(project.id);
process.stdout.write('holding\n');
process.stdin.resume();
