// The thread that writes to the store.
import { serveWrites } from '../database/thread/serve-writes.ts';
import { useFeatures } from './index.ts';

useFeatures();
await serveWrites();
