import type { Worker } from 'node:worker_threads';

/** In bytes. A thread that has loaded the program takes about 40 MB; a new one takes a few tenths of a second to start. */
const LARGE_HEAP = 128 * 1024 * 1024;

/** Whether a thread holds so much memory that it should be ended instead of reused. False for a thread that has ended. */
export async function hasLargeHeap(thread: Worker): Promise<boolean> {
  try {
    const { total_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
    return heap + buffers > LARGE_HEAP;
  } catch {
    return false;
  }
}
