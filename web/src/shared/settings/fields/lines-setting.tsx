import { useState } from 'react';
import { LinesField } from '../../ui/text-area.tsx';
import { asList, asMap, asText, useDraft } from '../draft/draft.ts';
import type { Place, Plain } from '../draft/edit-file.ts';
import { helpBeside } from './help-beside.ts';

/** A list of the project, an entry in each line. */
export function LinesSetting({
  place,
  label,
  help,
  placeholder,
  isPatterns = false,
}: {
  readonly place: Place;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** Whether entries are patterns of addresses, which may be globs. */
  readonly isPatterns?: boolean;
}) {
  const draft = useDraft();
  const known = asList(draft.read(place)).map(isPatterns ? patternText : asText);
  // The text as typed: an empty line is not an entry yet, and must stay while the user types.
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed !== null && same(entriesIn(typed), known) ? typed : known.join('\n');
  const words = help ?? helpBeside(label, draft.help(place));
  return (
    <LinesField
      label={label}
      value={shown}
      onChange={(text) => {
        setTyped(text);
        const entries = entriesIn(text).map((entry) => (isPatterns ? patternWritten(entry) : entry));
        draft.set(place, entries.length === 0 ? undefined : entries);
      }}
      onLeave={() => setTyped(null)}
      error={draft.problem(place)}
      help={`${words ?? ''} One in each line.`.trim()}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

const entriesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each, place) => each === b[place]);

const GLOB = 'glob: ';

/** A pattern of addresses as a line: a regular expression, or `glob: https://example.org/**`. */
function patternText(pattern: Plain): string {
  const { glob, regex } = asMap(pattern);
  if (glob !== undefined) return `${GLOB}${asText(glob)}`;
  return asText(regex ?? pattern);
}

const patternWritten = (line: string): Plain =>
  line.startsWith(GLOB) ? { glob: line.slice(GLOB.length).trim() } : line;
