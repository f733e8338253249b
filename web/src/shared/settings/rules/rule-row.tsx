import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { asMap, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import { EntryButtons } from '../fields/entry-list.tsx';
import { LinesSetting } from '../fields/lines-setting.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';
import type { RuleVerdict } from './rule-values.ts';

const verdicts = [
  { id: 'allow', name: 'Allow' },
  { id: 'deny', name: 'Deny' },
] as const;

/** A rule in a line: allow or deny, the pattern, a comment. */
export function RuleRow({ at, count }: { readonly at: number; readonly count: number }) {
  const draft = useDraft();
  const place: Place = ['rules', at];
  const rule = asMap(draft.read(place));
  const verdict: RuleVerdict = rule['deny'] === undefined ? 'allow' : 'deny';
  const number = at + 1;
  const [isOpen, setOpen] = useState(false);
  const match = asMap(rule[verdict]);
  const turn = (next: RuleVerdict) => {
    const { allow, deny, ...rest } = rule;
    draft.set(place, { [next]: allow ?? deny ?? '', ...rest });
  };
  const problem = draft.problemHere(place);
  const hasMore = isOpen || Object.keys(match).some((key) => key !== 'regex');
  return (
    <li className="rule-row">
      <span className="rule-number numbers" aria-hidden="true">
        {number}
      </span>
      <Select
        label={`Rule ${number}: allow or deny`}
        isLabelHidden
        options={verdicts}
        value={verdict}
        onChange={turn}
      />
      <TextSetting
        isNeeded={Object.keys(match).length < 2}
        isLabelHidden
        place={[...place, verdict, 'regex']}
        label={`Rule ${number}: pattern`}
        placeholder="/technology/"
        help=""
      />
      <TextSetting
        isLabelHidden
        place={[...place, 'comment']}
        label={`Rule ${number}: comment`}
        placeholder="Comment"
        help=""
      />
      <div className="rule-buttons">
        <IconButton
          icon="gear"
          name={`Further conditions of rule ${number}`}
          aria-expanded={hasMore}
          onPress={() => setOpen(!isOpen)}
        />
        <EntryButtons list={['rules']} at={at} count={count} name={`rule ${number}`} />
      </div>
      {problem !== null && <p className="field-error rule-more">{problem}</p>}
      {hasMore && (
        <div className="rule-more">
          <Conditions place={[...place, verdict]} />
        </div>
      )}
    </li>
  );
}

/** What else must hold. */
function Conditions({ place }: { readonly place: Place }) {
  return (
    <div className="rule-conditions">
      <TextSetting place={[...place, 'glob']} label="Form of the address" />
      <LinesSetting place={[...place, 'type']} label="Content type" />
      <LinesSetting place={[...place, 'query', 'with']} label="With parameters" />
      <LinesSetting place={[...place, 'query', 'without']} label="Without parameters" />
      <TextSetting isNumber place={[...place, 'depth', 'min']} label="Depth, at least" help="" />
      <TextSetting isNumber place={[...place, 'depth', 'max']} label="Depth, at most" help="" />
      <TextSetting place={[...place, 'size', 'min']} label="Size, at least" help="" />
      <TextSetting place={[...place, 'size', 'max']} label="Size, at most" help="" />
      <TextSetting place={[...place, 'age', 'min']} label="Age, at least" help="" />
      <TextSetting place={[...place, 'age', 'max']} label="Age, at most" help="" />
    </div>
  );
}
