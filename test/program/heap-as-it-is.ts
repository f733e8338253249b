import { vi } from 'vitest';

// Before the files of each test: it sets a V8 flag of the whole process that is only safe at the start, and V8 has crashed when it was set later.
vi.mock('../../src/cli/crawl/small-heap.ts', () => ({ keepHeapSmall: () => undefined }));
