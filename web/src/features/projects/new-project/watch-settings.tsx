import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../shared/api/api.ts';
import { queryClient } from '../../../shared/api/query-client.ts';
import { useCheckedFile } from '../../../shared/project-file/use-checked-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ChoiceGroup } from '../../../shared/ui/choice.tsx';
import { ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { counted } from '../../../shared/words/counted.ts';
import type { SiteLook } from './site-look.ts';
import { useStartWatching } from './use-start-watching.ts';
import './watch-settings.css';

/** A large script that few users need. */
const SettingsEditor = lazy(async () => ({
  default: (await import('../../../shared/settings/settings-editor.tsx')).SettingsEditor,
}));

const intervals = [
  { id: '15min', name: 'every quarter of an hour' },
  { id: '1h', name: 'every hour' },
  { id: '6h', name: 'every 6 hours' },
  { id: '1d', name: 'every day' },
  { id: '7d', name: 'every week' },
] as const;

type Interval = (typeof intervals)[number]['id'];

/** Default settings, and one button. The project file that they make can be edited instead. */
export function WatchSettings({ url, look }: { readonly url: string; readonly look: SiteLook | null }) {
  const [what, setWhat] = useState<'site' | 'page'>(isDeep(url) ? 'page' : 'site');
  const [every, setEvery] = useState<Interval>('1d');
  const [mail, setMail] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const [isAdvanced, setAdvanced] = useState(false);
  const [part, setPart] = useState<string>();
  const wish = {
    url,
    onlyPage: what === 'page',
    every,
    notify: isMail(mail) ? [`mailto:${mail.trim()}`] : [],
  };
  const asked = draftQuery(wish);
  const draft = useQuery({ ...asked, placeholderData: (before) => before });
  const file = edited ?? draft.data?.file ?? '';
  const check = useCheckedFile(file);
  const { start, isStarting, error } = useStartWatching();
  const waiting = check.problems.find(({ severity }) => severity === 'warning' && wish.notify.length > 0);
  const mailError = mail === '' || isMail(mail) ? null : 'Write it as in me@example.org.';
  return (
    <section className="card watch-settings" aria-label="How to watch it">
      {edited === null && (
        <>
          <ChoiceGroup
            label="What to watch"
            look="cards"
            value={what}
            onChange={setWhat}
            choices={[
              {
                value: 'site',
                title: 'The whole site',
                help:
                  look === null
                    ? 'Every page that is linked'
                    : `${counted(look.addresses, 'address', 'addresses')} found so far; new ones are followed`,
              },
              { value: 'page', title: 'Only this page', help: 'Nothing that it links to' },
            ]}
          />
          <div className="watch-settings-fields">
            <Select label="How often" options={intervals} value={every} onChange={setEvery} />
            <TextField
              label="Also notify me by e-mail (optional)"
              type="email"
              autoComplete="email"
              placeholder="me@example.org"
              value={mail}
              onChange={setMail}
              error={mailError}
              help={
                waiting === undefined
                  ? 'Changes are always shown here.'
                  : `${waiting.message}: ${waiting.hint}.`
              }
            />
          </div>
        </>
      )}
      {draft.error !== null && <ProblemNote error={draft.error} />}
      {/* Until the first draft has arrived, an edit would start from an empty file. */}
      {isAdvanced && file === '' && edited === null && draft.error === null && (
        <Waiting what="all settings" lines={6} />
      )}
      {isAdvanced && (file !== '' || edited !== null) && (
        <Suspense fallback={<Waiting what="all settings" lines={6} />}>
          {/* The file of the previous choice is outdated: an edit would restore it. */}
          <div inert={edited === null && draft.isPlaceholderData}>
            <SettingsEditor text={file} onChange={setEdited} check={check} part={part} onPart={setPart} />
          </div>
        </Suspense>
      )}
      {error !== null && <ProblemNote error={error} />}
      <div className="row spread">
        <Button
          look="main"
          icon="play"
          isPending={isStarting}
          isDisabled={
            file === '' || mailError !== null || check.problems.some(({ severity }) => severity === 'error')
          }
          onPress={() =>
            start(edited ?? queryClient.ensureQueryData(asked).then(({ file: drafted }) => drafted))
          }
        >
          Start watching
        </Button>
        {edited === null ? (
          <Button look="bare" aria-expanded={isAdvanced} onPress={() => setAdvanced(!isAdvanced)}>
            {isAdvanced ? 'Hide all settings' : 'All settings'}
          </Button>
        ) : (
          <Button look="bare" onPress={() => setEdited(null)}>
            Throw my changes away
          </Button>
        )}
      </div>
    </section>
  );
}

const draftQuery = (wish: Parameters<typeof api.draftProject>[0]['body']) =>
  queryOptions({
    queryKey: ['draft', wish],
    queryFn: () => api.draftProject({ body: wish }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const isMail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

/** The address of an article means the article, not the whole site. */
const isDeep = (url: string): boolean =>
  (URL.parse(url)?.pathname.split('/').filter(Boolean).length ?? 0) > 1;
