import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { asMap, asText, isYes, useDraft } from '../draft/draft.ts';
import type { Place, Plain } from '../draft/edit-file.ts';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { StoreSecret } from '../fields/store-secret.tsx';
import { TextSetting } from '../fields/text-setting.tsx';

const kinds = [
  { id: 'text', name: 'text' },
  { id: 'secret', name: 'a stored secret' },
  { id: 'env', name: 'an environment variable' },
  { id: 'box', name: 'a box to tick' },
  { id: 'each', name: 'one value after the other' },
  { id: 'all', name: 'several values at once' },
] as const;

type Kind = (typeof kinds)[number]['id'];

/** What one field of a form gets. */
export function FillValue({ place, name }: { readonly place: Place; readonly name: string }) {
  const draft = useDraft();
  const value = draft.read(place);
  const kind = kindOf(value);
  return (
    <div className="fill-value">
      <Select
        label={`Field ${name}`}
        options={kinds}
        value={kind}
        onChange={(next) => draft.set(place, converted(value, next))}
      />
      <Given {...{ place, name, kind }} />
      {kind === 'secret' && (
        <div className="fill-secret">
          <StoreSecret name={asText(asMap(value)['secret'])} />
        </div>
      )}
    </div>
  );
}

function Given({ place, name, kind }: { readonly place: Place; readonly name: string; readonly kind: Kind }) {
  const draft = useDraft();
  if (kind === 'box')
    return (
      <Switch isOn={isYes(draft.read(place))} onChange={(isOn) => draft.set(place, isOn)}>
        Ticked
      </Switch>
    );
  if (kind === 'each')
    return <LinesSetting place={place} label={`Values of ${name}`} help="A run for each." />;
  if (kind === 'all') return <LinesSetting place={[...place, 'all']} label={`Values of ${name}`} help="" />;
  if (kind === 'secret' || kind === 'env')
    return <TextSetting isNeeded place={[...place, kind]} label={`Where ${name} is kept`} help="" />;
  return <TextSetting isNeeded place={place} label={`Text of ${name}`} help="" />;
}

function kindOf(value: Plain | undefined): Kind {
  if (typeof value === 'boolean') return 'box';
  if (Array.isArray(value)) return 'each';
  const map = asMap(value);
  return kinds.find(({ id }) => map[id] !== undefined)?.id ?? 'text';
}

function converted(value: Plain | undefined, kind: Kind): Plain {
  const map = asMap(value);
  const [first] = Array.isArray(value) ? value : Array.isArray(map['all']) ? map['all'] : [];
  const text = asText(first ?? map['secret'] ?? map['env'] ?? value);
  if (kind === 'text') return text;
  if (kind === 'box') return true;
  if (kind === 'each') return [text];
  return kind === 'all' ? { all: [text] } : { [kind]: text };
}
