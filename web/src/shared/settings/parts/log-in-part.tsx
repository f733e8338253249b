import { Select } from '../../ui/select.tsx';
import { asMap, asText, useDraft } from '../draft/draft.ts';
import type { Place, Plain } from '../draft/edit-file.ts';
import { LinesSetting } from '../fields/lines-setting.tsx';
import { SecretSetting } from '../fields/secret-setting.tsx';
import { More, Section } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { TextSetting } from '../fields/text-setting.tsx';
import { FillRows } from '../forms/fill-rows.tsx';
import { FormFields } from '../forms/form-fields.tsx';

const ways = [
  { id: 'none', name: 'None' },
  { id: 'open', name: 'A form on a page' },
  { id: 'step', name: 'One of the steps' },
  { id: 'json', name: 'An object that is posted, as scripts do' },
  { id: 'basic', name: 'HTTP basic' },
  { id: 'digest', name: 'HTTP digest' },
  { id: 'bearer', name: 'A token sent with every request' },
] as const;

type Way = (typeof ways)[number]['id'];

const fresh: Readonly<Record<Way, Plain | undefined>> = {
  none: undefined,
  open: { open: '/login', form: { fill: {} } },
  step: 'log in',
  json: { json: { post: '/api/login', send: {} } },
  basic: { basic: { user: '' } },
  digest: { digest: { user: '' } },
  bearer: { bearer: { secret: '' } },
};

const login: Place = ['session', 'login'];

/** How to log in, and how to stay logged in. */
export function LogInPart() {
  const draft = useDraft();
  const written = draft.read(login);
  const map = asMap(written);
  const way: Way =
    typeof written === 'string' ? 'step' : (ways.find(({ id }) => map[id] !== undefined)?.id ?? 'none');
  const problem = draft.problemHere(login);
  return (
    <>
      <Section
        title="Log-in"
        about="Made before the first step, and again whenever the session is lost. Passwords are kept as secrets, never in the file."
      >
        <Select label="Way" options={ways} value={way} onChange={(next) => draft.set(login, fresh[next])} />
        {problem !== null && <p className="field-error">{problem}</p>}
        <WayFields way={way} />
      </Section>
      <Section title="Staying logged in">
        <div className="settings-grid">
          <TextSetting
            place={['session', 'loggedInWhen', 'text']}
            label="Text that only members see"
            placeholder="Log out"
          />
          <TextSetting
            place={['session', 'loggedInWhen', 'selector']}
            label="Selector that only members see"
            placeholder="#account"
          />
        </div>
        <LinesSetting isPatterns place={['session', 'neverFollow']} label="Links to stay away from" />
        <More title="Cookies and logging out">
          <TextSetting place={['session', 'loggedInWhen', 'url']} label="Addresses that only members see" />
          <TextSetting
            place={['session', 'cookies']}
            label="Cookies to start with"
            placeholder="cookies.txt"
          />
          <TextSetting place={['session', 'logout', 'open']} label="Log out: address" placeholder="/logout" />
          <TextSetting
            place={['session', 'logout', 'follow', 'text']}
            label="Log out: link"
            placeholder="Log out"
          />
        </More>
      </Section>
    </>
  );
}

function WayFields({ way }: { readonly way: Way }) {
  const value = useDraft().read(login);
  switch (way) {
    case 'none':
      return null;
    case 'open':
      return (
        <>
          <TextSetting isNeeded place={[...login, 'open']} label="Page with the form" help="" />
          <FormFields place={[...login, 'form']} />
        </>
      );
    case 'step':
      return (
        <TextSetting
          isNeeded
          place={typeof value === 'string' ? login : [...login, 'step']}
          label="Name of the step"
          help={asText(value) === '' ? 'The step that logs in.' : ''}
        />
      );
    case 'json':
      return (
        <>
          <TextSetting isNeeded place={[...login, 'json', 'post']} label="Where it is posted" />
          <FillRows place={[...login, 'json', 'send']} />
          <div className="settings-grid">
            <TextSetting
              place={[...login, 'json', 'token']}
              label="Where the token is"
              placeholder="data.token"
            />
            <TextSetting place={[...login, 'json', 'header']} label="Header" />
          </div>
        </>
      );
    case 'basic':
    case 'digest':
      return (
        <>
          <TextSetting isNeeded place={[...login, way, 'user']} label="User" />
          <SecretSetting place={[...login, way, 'password']} label="Password" />
        </>
      );
    case 'bearer':
      return <SecretSetting place={[...login, 'bearer']} label="Token" />;
  }
}
