import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { asList, useDraft } from '../draft/draft.ts';
import type { Place, Plain } from '../draft/edit-file.ts';
import './entry-list.css';
import { useFocusOnNew } from './use-focus-on-new.ts';

/** The entries of a list of the project, each a card that can be moved and removed. */
export function EntryList({
  list,
  noun,
  nouns = `${noun}s`,
  fresh,
  empty,
  children,
}: {
  readonly list: Place;
  /** `Step`, as in “Step 2”. */
  readonly noun: string;
  readonly nouns?: string;
  /** The value of a new entry. */
  readonly fresh: Plain;
  /** What applies without entries. */
  readonly empty: string;
  readonly children: (place: Place, number: number) => ReactNode;
}) {
  const draft = useDraft();
  const entries = asList(draft.read(list));
  const [shown, expectNew] = useFocusOnNew(entries.length);
  return (
    <div className="stack">
      {entries.length === 0 && <p className="quiet">{empty}</p>}
      <ol ref={shown} className="stack" aria-label={nouns}>
        {entries.map((_, at) => (
          <li key={at} className="entry">
            <EntryHead {...{ list, noun, at, count: entries.length }} />
            <EntryProblem place={[...list, at]} />
            {children([...list, at], at + 1)}
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon="plus"
          onPress={() => {
            expectNew();
            draft.add(list, fresh);
          }}
        >
          Add {/^[aeiou]/i.test(noun) ? 'an' : 'a'} {noun.toLowerCase()}
        </Button>
      </div>
    </div>
  );
}

function EntryProblem({ place }: { readonly place: Place }) {
  const problem = useDraft().problemHere(place);
  return problem === null ? null : (
    <p className="field-error" role="alert">
      {problem}
    </p>
  );
}

function EntryHead({
  list,
  noun,
  at,
  count,
}: {
  readonly list: Place;
  readonly noun: string;
  readonly at: number;
  readonly count: number;
}) {
  return (
    <div className="entry-head">
      <h3>
        {noun} {at + 1}
      </h3>
      <EntryButtons {...{ list, at, count, name: `${noun.toLowerCase()} ${at + 1}` }} />
    </div>
  );
}

/** Buttons that move an entry up or down, or remove it. */
export function EntryButtons({
  list,
  at,
  count,
  name,
}: {
  readonly list: Place;
  readonly at: number;
  readonly count: number;
  /** `step 2` */
  readonly name: string;
}) {
  const draft = useDraft();
  const Name = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return (
    <div className="entry-buttons">
      <IconButton
        icon="up"
        name={`Move ${name} up`}
        isDisabled={at === 0}
        onPress={() => draft.move(list, at, at - 1)}
      />
      <IconButton
        icon="down"
        name={`Move ${name} down`}
        isDisabled={at === count - 1}
        onPress={() => draft.move(list, at, at + 1)}
      />
      <IconButton
        icon="bin"
        name={`Remove ${name}`}
        onPress={() => draft.drop(list, at, `${Name} is removed.`)}
      />
    </div>
  );
}
