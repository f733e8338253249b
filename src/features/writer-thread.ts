// The thread that writes to the store.
import { serveWrites } from '../database/thread/serve-writes.ts';
import { useStoreParts } from './use-store-parts.ts';

useStoreParts();
await serveWrites();
