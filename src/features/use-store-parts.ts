import { storeParts } from '../database/store-part.ts';

/** The build compiles the thread to JavaScript, but it does not see the file name, which is put together below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Registers what features store. Separate from `useFeatures`, because the writer thread starts faster without everything else. */
export function useStoreParts(): void {
  storeParts.fill({
    load: async () => (await import('./store-parts.ts')).allStoreParts,
    writerThread: new URL(`./writer-thread.${extension}`, import.meta.url),
  });
}
