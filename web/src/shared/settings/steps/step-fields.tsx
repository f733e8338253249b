import { ChoiceGroup } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { asMap, isYes, useDraft } from '../draft/draft.ts';
import type { Place, Plain } from '../draft/edit-file.ts';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { More } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';
import { FormFields } from '../forms/form-fields.tsx';
import { TryStep } from './try-step.tsx';

const ways = [
  { value: 'open', title: 'Open an address' },
  { value: 'follow', title: 'Follow a link' },
  { value: 'stay', title: 'Stay on the last page' },
] as const;

type Way = (typeof ways)[number]['value'];

const kept = [
  { id: 'yes', name: 'All of them' },
  { id: 'no', name: 'None: only go through' },
  { id: 'only', name: 'Only some' },
] as const;

type Kept = (typeof kept)[number]['id'];

/** One step: where it goes, what it fills in, how deep it looks and what it keeps. */
export function StepFields({ place, number }: { readonly place: Place; readonly number: number }) {
  const draft = useDraft();
  const step = asMap(draft.read(place));
  const way: Way = step['follow'] !== undefined ? 'follow' : step['open'] !== undefined ? 'open' : 'stay';
  const hasForm = step['form'] !== undefined;
  const keeps = keptOf(step['collect']);
  const turn = (next: Way) => {
    const { open: _open, follow: _follow, ...rest } = step;
    const first: Readonly<Record<string, Plain>> =
      next === 'open' ? { open: '/' } : next === 'follow' ? { follow: '' } : {};
    draft.set(place, { ...first, ...(next === 'stay' && !hasForm && { form: { fill: {} } }), ...rest });
  };
  return (
    <>
      {(number > 1 || way !== 'open') && (
        <ChoiceGroup
          label={`What step ${number} does first`}
          isLabelHidden
          choices={[...ways]}
          value={way}
          onChange={turn}
        />
      )}
      {way === 'open' && (
        <TextSetting
          isNeeded
          place={[...place, 'open']}
          label={`Address of step ${number}`}
          placeholder="/technology/"
          help="In full, or a path that begins with /."
        />
      )}
      {way === 'follow' && (
        <TextSetting isNeeded place={[...place, 'follow', 'text']} label="Text of the link" help="" />
      )}
      <Switch
        isOn={hasForm}
        onChange={(isOn) => draft.set([...place, 'form'], isOn ? { fill: {} } : undefined)}
      >
        Fill in a form of that page
      </Switch>
      {hasForm && <FormFields place={[...place, 'form']} />}
      <div className="settings-grid">
        <TextSetting
          isNumber
          place={[...place, 'depth']}
          label={`Depth of step ${number}`}
          help={`Links from the page of this step. Default: ${keeps === 'no' ? '0' : 'that of the preference'}.`}
        />
        <Select
          label={`Pages that step ${number} keeps`}
          options={kept}
          value={keeps}
          onChange={(next) => draft.set([...place, 'collect'], collectOf(next))}
        />
      </div>
      {keeps === 'only' && (
        <LinesSetting isPatterns place={[...place, 'collect', 'only']} label="Keep pages that match" />
      )}
      <TryStep number={number} />
      <More title={`Name, scope and comment of step ${number}`}>
        <TextSetting place={[...place, 'name']} label="Name of the step" />
        <LinesSetting place={[...place, 'scope']} label="Where links may lead" />
        <TextSetting place={[...place, 'comment']} label="Comment" help="" />
      </More>
    </>
  );
}

function keptOf(collect: Plain | undefined): Kept {
  if (collect === undefined || isYes(collect)) return 'yes';
  return typeof collect === 'object' ? 'only' : 'no';
}

const collectOf = (keeps: Kept): Plain | undefined =>
  keeps === 'yes' ? undefined : keeps === 'no' ? 'no' : { only: ['/'] };
