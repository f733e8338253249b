import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { asMap, asText, useDraft } from '../draft/draft.ts';
import type { Plain } from '../draft/edit-file.ts';
import { ChoiceSetting, YesNoSetting } from '../fields/choice-setting.tsx';
import { Section } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';

const kinds = [
  { id: 'none', name: 'Only on request' },
  { id: 'every', name: 'At an interval' },
  { id: 'due', name: 'When pages are due, by how often they change' },
  { id: 'cron', name: 'At times of the day, week or month' },
] as const;

type Kind = (typeof kinds)[number]['id'];

const fresh: Readonly<Record<Kind, Plain | undefined>> = {
  none: undefined,
  every: { every: '1d' },
  due: 'when due',
  cron: { cron: '0 8 * * 1-5', zone: 'UTC' },
};

/** When the project runs, whether its results have to be confirmed, and what is kept. */
export function SchedulePart() {
  const draft = useDraft();
  const written = draft.read(['schedule']);
  const kind = kindOf(written);
  const problem = draft.problemHere(['schedule']);
  return (
    <>
      <Section title="Schedule">
        <Select
          label="When it runs"
          options={kinds}
          value={kind}
          onChange={(next) => draft.set(['schedule'], fresh[next])}
        />
        {problem !== null && <p className="field-error">{problem}</p>}
        {kind === 'every' && <Interval written={written} />}
        {kind === 'cron' && (
          <div className="settings-grid">
            <TextSetting
              isNeeded
              place={['schedule', 'cron']}
              label="Minute, hour, day, month, weekday"
              help="As in cron: 0 8 * * 1-5 is eight in the morning from Monday to Friday."
            />
            <TextSetting
              isNeeded
              place={['schedule', 'zone']}
              label="Time zone"
              placeholder="Europe/Berlin"
              help=""
            />
          </div>
        )}
        {typeof written === 'object' && (
          <div className="settings-grid">
            <TextSetting place={['schedule', 'jitter']} label="Later by up to" placeholder="10m" />
            <ChoiceSetting
              place={['schedule', 'missed']}
              label="When runs were missed"
              usual="One run makes up for them"
              choices={[{ id: 'skip', name: 'They are left out' }]}
            />
          </div>
        )}
      </Section>
      <Section title="Confirmation">
        <YesNoSetting
          place={['confirm']}
          label="A run waits until the results of the previous run are confirmed"
        />
      </Section>
      <Section
        title="What stays"
        about="When retention is applied to earlier runs. Empty: everything is kept."
      >
        <div className="settings-grid">
          <TextSetting isNumber place={['keep', 'versions']} label="Versions of each page" placeholder="20" />
          <TextSetting isNumber place={['keep', 'days']} label="Days" placeholder="365" />
        </div>
      </Section>
    </>
  );
}

/** `every 6h` or `{ every: 6h }`. */
function Interval({ written }: { readonly written: Plain | undefined }) {
  const draft = useDraft();
  if (typeof written === 'object')
    return <TextSetting isNeeded place={['schedule', 'every']} label="Every" placeholder="6h" />;
  return (
    <TextField
      label="Every"
      value={asText(written).replace(/^every ?/, '')}
      onChange={(amount) => draft.set(['schedule'], `every ${amount}`)}
      help="15min, 6h, 1d."
    />
  );
}

function kindOf(written: Plain | undefined): Kind {
  if (written === undefined || written === null) return 'none';
  if (typeof written === 'string') return written.trim() === 'when due' ? 'due' : 'every';
  return asMap(written)['cron'] === undefined ? 'every' : 'cron';
}
