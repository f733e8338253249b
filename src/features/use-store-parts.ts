import { storeParts } from '../database/store-part.ts';

/** The build turns the thread into JavaScript, but it does not see the name that is put together below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Says what features store. Separate from `useFeatures`, because the thread that writes starts faster without everything else. */
export function useStoreParts(): void {
  storeParts.fill({
    load: async () => (await import('./store-parts.ts')).allStoreParts,
    writerThread: new URL(`./writer-thread.${extension}`, import.meta.url),
  });
}
