import { observedValue, useObserved } from '../api/observed-value.ts';

/** What somebody has changed and not saved yet. */
export interface KeptDraft {
  readonly text: string;
  /** The file as it was when the first change was made; null when there was none. */
  readonly base: string | null;
}

const drafts = observedValue<ReadonlyMap<string, KeptDraft>>(new Map());

/** Whoever goes to another view and comes back finds what was typed. */
export function useKeptDraft(
  project: string,
): readonly [KeptDraft | null, (draft: KeptDraft | null) => void] {
  const kept = useObserved(drafts).get(project) ?? null;
  const keep = (draft: KeptDraft | null) => {
    const next = new Map(drafts.get());
    if (draft === null) next.delete(project);
    else next.set(project, draft);
    drafts.set(next);
  };
  return [kept, keep];
}

// A tab that is closed takes everything with it; the browser asks then.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.get().size > 0) event.preventDefault();
});
