import { useState } from 'react';
import type { AnswerOf } from '../../api/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { sayDone } from '../../ui/toast-queue.ts';
import { useDraft } from '../draft/draft.ts';

type PageLinks = AnswerOf<'tryDraftStep'>['pages'][number]['links'];

/** The links of the page that a step leads to; the next step can follow one. */
export function FoundLinks({ links, number }: { readonly links: PageLinks; readonly number: number }) {
  const draft = useDraft();
  const named = links.filter(
    ({ text }, at) => text !== '' && links.findIndex((each) => each.text === text) === at,
  );
  const [chosen, setChosen] = useState(named[0]?.text ?? '');
  if (named.length === 0) return null;
  const add = () => {
    draft.add(['steps'], { follow: chosen }, number);
    sayDone(`Step ${number + 1} follows “${chosen}”.`);
  };
  return (
    <div className="found-links">
      <Select
        label="A link of this page"
        options={named.map(({ text, url }) => ({ id: text, name: `${text} (${url})` }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button icon="plus" onPress={add}>
        Follow it as step {number + 1}
      </Button>
    </div>
  );
}
