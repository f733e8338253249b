import { ChoiceSetting } from '../fields/choice-setting.tsx';
import { SecretSetting } from '../fields/secret-setting.tsx';
import { More, Section } from '../fields/section.tsx';
import '../fields/settings-fields.css';
import { asText, useDraft } from '../draft/draft.ts';
import { TextSetting } from '../fields/text-setting.tsx';

/** Where the project begins, and what applies to all of it. */
export function SourcePart({ hasFixedName }: { readonly hasFixedName: boolean }) {
  const draft = useDraft();
  const facts = addressFacts(asText(draft.read(['source', 'url'])));
  return (
    <>
      <Section title="Source" about="The site that is watched.">
        {!hasFixedName && <TextSetting isNeeded place={['name']} label="Name of the project" />}
        <TextSetting
          isNeeded
          place={['source', 'url']}
          label="Address"
          placeholder="https://news.example.org/"
          help={facts ?? 'In full, with https:// or ftp://.'}
        />
        <div className="settings-grid">
          <TextSetting place={['source', 'name']} label="Name of the source" placeholder="Example News" />
          <TextSetting place={['source', 'comment']} label="Comment on the source" help="" />
        </div>
        <TextSetting place={['comment']} label="Comment on the project" help="" />
      </Section>
      <Section title="Preference" about="What applies to all steps.">
        <div className="settings-grid">
          <TextSetting isNumber place={['preference', 'depth']} label="Depth" placeholder="100" />
          <TextSetting
            isNumber
            place={['preference', 'sessionId']}
            label="Session id"
            placeholder="auto"
            help="In addresses: auto finds it, none for sites without one, or its length. Default: auto."
          />
        </div>
        <TextSetting place={['preference', 'comment']} label="Comment on the preference" help="" />
        <More
          title="User and password of the server"
          isOpen={['user', 'password', 'key'].some((key) => draft.read(['preference', key]) !== undefined)}
        >
          <TextSetting place={['preference', 'user']} label="User" />
          <SecretSetting place={['preference', 'password']} label="Password" />
          <SecretSetting place={['preference', 'key']} label="Private key for SFTP" />
          <SecretSetting place={['preference', 'passphrase']} label="Passphrase of the key" />
        </More>
      </Section>
      <Section title="Pages built by scripts">
        <div className="settings-grid">
          <ChoiceSetting
            place={['render']}
            label="Open in a browser"
            usual="Those that need it"
            choices={[
              { id: 'never', name: 'None' },
              { id: 'always', name: 'All' },
            ]}
          />
          <ChoiceSetting
            place={['screenshots']}
            label="Keep pictures"
            usual="Of none"
            choices={[
              { id: 'changed', name: 'Of new and changed pages' },
              { id: 'all', name: 'Of all, at every visit' },
            ]}
          />
        </div>
      </Section>
    </>
  );
}

const usualPorts: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ftp: '21',
  ftpes: '21',
  ftps: '990',
  sftp: '22',
};

/** `HTTPS, host news.example.org, port 443`: what an address says in the words of its parts; null for none. */
function addressFacts(address: string): string | null {
  const url = URL.parse(address);
  const [scheme = ''] = address.split(':');
  if (url === null || url.hostname === '') return null;
  const port = url.port === '' ? usualPorts[scheme.toLowerCase()] : url.port;
  return `${scheme.toUpperCase()}, host ${url.hostname}${port === undefined ? '' : `, port ${port}`}, begins at ${url.pathname}`;
}
