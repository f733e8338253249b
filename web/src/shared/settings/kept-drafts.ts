import { observedValue, useObserved } from '../api/observed-value.ts';

/** Unsaved changes of a file. */
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

/** Unsaved text survives a visit to another view. */
export function useKeptDraft(
  project: string,
): readonly [KeptDraft | null, (draft: KeptDraft | null) => void] {
  const kept = useObserved(drafts).get(project) ?? null;
  return [kept, (draft) => keep(project, draft)];
}

/** Text that was typed during a save stays a draft, of the text that is stored now. */
export function keepAfterSaving(project: string, saved: string): void {
  const text = drafts.get().get(project)?.text ?? saved;
  keep(project, text === saved ? null : { text, base: saved });
}

// Closing the tab loses the drafts, so the browser asks first.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (drafts.get().size > 0) event.preventDefault();
});
