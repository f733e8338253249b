import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { asList, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import { Section } from '../fields/section.tsx';
import { useFocusOnNew } from '../fields/use-focus-on-new.ts';
import { RuleRow } from './rule-row.tsx';
import { defaultIn, isDefault } from './rule-values.ts';
import './rules.css';
import { TryAddress } from './try-address.tsx';

const rules: Place = ['rules'];

const defaults = [
  { id: 'unsaid', name: 'Is not said' },
  { id: 'allow', name: 'Is allowed' },
  { id: 'deny', name: 'Is denied' },
] as const;

/** Which pages belong to the project: the first rule that matches decides. */
export function RulesPart() {
  const draft = useDraft();
  const entries = asList(draft.read(rules));
  const known = defaultIn(entries);
  // A default at the end of the list stays there.
  const end = isDefault(entries.at(-1)) ? entries.length - 1 : entries.length;
  const problem = draft.problemHere(rules);
  const [shown, expectNew] = useFocusOnNew(entries.length);
  const choose = (chosen: (typeof defaults)[number]['id']) => {
    if (chosen === 'unsaid') {
      if (known !== null) draft.set([...rules, known.at], undefined);
    } else if (known === null) draft.add(rules, { default: chosen });
    else draft.set([...rules, known.at], { default: chosen });
  };
  return (
    <Section
      title="Rules"
      about="Regular expressions that are found anywhere in an address. The first rule that matches decides; pages that a step opens are not asked."
    >
      {problem !== null && <p className="field-error">{problem}</p>}
      {entries.length === 0 && <p className="quiet">Every page of the site belongs to the project.</p>}
      <ol ref={shown} className="rule-rows" aria-label="Rules">
        {entries.map((entry, at) =>
          isDefault(entry) ? null : <RuleRow key={at} at={at} count={entries.length} />,
        )}
      </ol>
      <div className="rules-foot">
        <Button
          icon="plus"
          onPress={() => {
            expectNew(end);
            draft.add(rules, { allow: '' }, end);
          }}
        >
          Add a rule
        </Button>
        <Select
          label="Every other page"
          options={defaults}
          value={known?.verdict ?? 'unsaid'}
          onChange={choose}
        />
      </div>
      <TryAddress />
    </Section>
  );
}
