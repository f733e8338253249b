import { observedValue, useObserved } from '../api/observed-value.ts';

/** What somebody has changed and not saved yet. */
interface KeptDraft {
  readonly text: string;
  /** The file as it was when the first change was made; null when there was none. */
  readonly base: string | null;
}

const drafts = observedValue<ReadonlyMap<string, KeptDraft>>(new Map());

function keep(project: string, draft: KeptDraft | null): void {
  const next = new Map(drafts.get());
  if (draft === null) next.delete(project);
  else next.set(project, draft);
  drafts.set(next);
}

/** Whoever goes to another view and comes back finds what was typed. */
export function useKeptDraft(
  project: string,
): readonly [KeptDraft | null, (draft: KeptDraft | null) => void] {
  const kept = useObserved(drafts).get(project) ?? null;
  return [kept, (draft) => keep(project, draft)];
}

/** What was typed while a text was on its way to the server is a draft still, of the text that is stored now. */
export function keepAfterSaving(project: string, saved: string): void {
  const text = drafts.get().get(project)?.text ?? saved;
  keep(project, text === saved ? null : { text, base: saved });
}

// A tab that is closed takes everything with it; the browser asks then.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.get().size > 0) event.preventDefault();
});
