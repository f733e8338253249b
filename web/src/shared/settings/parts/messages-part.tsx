import { CheckboxSetting } from '../fields/checkbox-setting.tsx';
import { YesNoSetting } from '../fields/choice-setting.tsx';
import { EntryList } from '../fields/entry-list.tsx';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { SecretSetting } from '../fields/secret-setting.tsx';
import { More, Section } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { asMap, useDraft } from '../draft/draft.ts';
import type { Place } from '../draft/edit-file.ts';
import { TextSetting } from '../fields/text-setting.tsx';

const events = [
  { id: 'match', name: 'A detector found something' },
  { id: 'changed', name: 'A page changed' },
  { id: 'new', name: 'A page is new' },
  { id: 'missing', name: 'A page is gone' },
  { id: 'back', name: 'A page is back' },
  { id: 'failing', name: 'Something fails' },
  { id: 'not visited', name: 'Nothing was visited for long' },
] as const;

/** Who is notified, of what, and when. */
export function MessagesPart() {
  return (
    <Section
      title="Messages"
      about="Who is notified, of what, and when. Changes are always shown here, too. Under Messages, every channel can be tested."
    >
      <EntryList
        list={['notify']}
        noun="Channel"
        fresh="mailto:"
        empty="Changes are only shown on these pages."
      >
        {(place) => <Channel place={place} />}
      </EntryList>
    </Section>
  );
}

function Channel({ place }: { readonly place: Place }) {
  const draft = useDraft();
  const to = draft.read([...place, 'to']);
  const { secret } = asMap(to);
  return (
    <>
      {secret === undefined ? (
        <TextSetting
          isNeeded
          place={[...place, 'to']}
          label="To"
          placeholder="mailto:me@example.org"
          help="mailto:me@example.org, https://example.org/hook, slack:, telegram: and so on."
        />
      ) : (
        <TextSetting
          isNeeded
          place={[...place, 'to', 'secret']}
          label="To: the secret that has the address"
        />
      )}
      <CheckboxSetting
        place={[...place, 'events']}
        label="Of what"
        choices={events}
        help="Nothing ticked: of everything; in a project with detectors, of what they find and of what fails."
      />
      <div className="settings-grid">
        <TextSetting
          place={[...place, 'when']}
          label="When"
          placeholder="at once"
          help="at once, hourly, daily at 08:00 Europe/Berlin, or weekly on monday at 08:00 Europe/Berlin."
        />
        <LinesSetting
          place={[...place, 'quiet']}
          label="Quiet hours"
          placeholder="22:00-07:00 Europe/Berlin"
        />
      </div>
      <More title="More about this channel" isOpen={draft.read([...place, 'token']) !== undefined}>
        <div className="settings-grid">
          <TextSetting place={[...place, 'name']} label="Name" />
          <TextSetting isNumber place={[...place, 'cap']} label="Changes in one message" placeholder="10" />
        </div>
        <SecretSetting place={[...place, 'token']} label="Token or key" />
        <LinesSetting place={[...place, 'detectors']} label="Only these detectors" />
        <Reminders place={[...place, 'remind']} />
        <TextSetting
          place={[...place, 'template', 'subject']}
          label="Subject"
          placeholder="{{site}}: {{change}}"
        />
        <TextSetting place={[...place, 'template', 'text']} label="Text" placeholder="{{change}} {{link}}" />
        <TextSetting place={[...place, 'comment']} label="Comment" help="" />
      </More>
    </>
  );
}

function Reminders({ place }: { readonly place: Place }) {
  const remind = useDraft().read(place);
  if (typeof remind !== 'object')
    return <YesNoSetting place={place} label="Remind when watching itself has stopped" isUsuallyOn />;
  return (
    <div className="settings-grid">
      <TextSetting place={[...place, 'failing']} label="Remind of failures after" placeholder="1d" />
      <TextSetting place={[...place, 'notVisited']} label="Remind of no visits after" placeholder="7d" />
    </div>
  );
}
