import { useLayoutEffect, useMemo, useRef } from 'react';
import { wordsOf } from '../../project-file/help-at.ts';
import type { CheckedFile } from '../../project-file/use-checked-file.ts';
import { useProjectSchema } from '../../project-file/use-project-schema.ts';
import { sayDone } from '../../ui/toast-queue.ts';
import { sentence } from '../../words/sentence.ts';
import type { Draft } from './draft.ts';
import { type Place, placeAt, readFile, valueAt, withAdded, withMoved, withValue } from './edit-file.ts';
import { placeInFull, readInFull, withValueInFull } from './short-forms.ts';

/** The draft of a text; null while the text cannot be read as a project file. */
export function useFileDraft(
  project: string | null,
  text: string,
  onChange: (text: string) => void,
  check: CheckedFile,
): Draft | null {
  const schema = useProjectSchema();
  const latest = useRef(text);
  // Before anything else can happen: an edit must never start from a text that is older than the last one.
  useLayoutEffect(() => {
    latest.current = text;
  }, [text]);
  const file = useMemo(() => readFile(text), [text]);
  const placed = useMemo(() => placedProblems(check), [check]);
  if (file === null) return null;
  const edit = (change: (before: string) => string) => {
    latest.current = change(latest.current);
    onChange(latest.current);
  };
  return {
    project,
    text,
    read: (place) => readInFull(file, place),
    set: (place, value) => edit((before) => withValueInFull(before, readFile(before) ?? {}, place, value)),
    add: (list, value, at) => edit((before) => withAdded(before, list, value, at)),
    move: (list, from, to) => edit((before) => withMoved(before, list, from, to)),
    drop(list, at, said) {
      const value = valueAt(file, [...list, at]) ?? null;
      const before = latest.current;
      edit((whole) => withValue(whole, [...list, at], undefined));
      const after = latest.current;
      // With its comments, unless something else was changed meanwhile.
      sayDone(said, () => edit((now) => (now === after ? before : withAdded(now, list, value, at))));
    },
    problem: (place) => placed.find(({ at }) => isWithin(at, place))?.says ?? null,
    problemHere: (place) =>
      placed.find(({ at }) => at.length === place.length && isWithin(at, place))?.says ?? null,
    help: (place) =>
      schema === null
        ? undefined
        : (wordsOf(
            schema,
            place.filter((part) => typeof part === 'string'),
          ) ?? undefined),
  };
}

interface PlacedProblem {
  readonly at: readonly (string | number)[];
  readonly says: string;
}

/** By the text that was checked: the file may have changed since. */
function placedProblems({ text, problems }: CheckedFile): readonly PlacedProblem[] {
  if (problems.length === 0) return [];
  const file = readFile(text) ?? undefined;
  const lines = text.split('\n');
  return problems.map(({ line, column, message, hint }) => {
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const at = placeInFull(file, placeAt(text, before + column - 1));
    return { at, says: `${sentence(message)} ${sentence(hint)}` };
  });
}

const isWithin = (inner: readonly (string | number)[], outer: Place): boolean =>
  inner.length >= outer.length && outer.every((part, depth) => inner[depth] === part);
