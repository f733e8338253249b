import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../shared/api/api.ts';
import { FileEditor } from '../../../shared/project-file/file-editor.tsx';
import { useCheckedFile } from '../../../shared/project-file/use-checked-file.ts';
import { AddressToWatch } from '../../../shared/setup/address-to-watch.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { completeAddress, readableAddress } from '../../../shared/words/address.ts';
import { FoundOnSite } from './found-on-site.tsx';
import { useStartWatching } from './use-start-watching.ts';
import { WatchSettings } from './watch-settings.tsx';

/** Makes a project from an address: the user types it, sees what was found, and starts. */
export function NewProjectView() {
  const { url, with: given } = useSearch({ from: '/new' });
  return url === undefined ? (
    <WhichSite key={given} hasFile={given === 'file'} />
  ) : (
    <ThisSite key={url} url={url} />
  );
}

function WhichSite({ hasFile }: { readonly hasFile: boolean }) {
  const [isPasting, setPasting] = useState(hasFile);
  return (
    <>
      <PageHeader
        title="New project"
        tabTitle="New project"
        below="Tidemark looks at the site first, and stores nothing before you start."
      />
      {isPasting ? (
        <PastedFile onBack={() => setPasting(false)} />
      ) : (
        <>
          <AddressToWatch />
          <div>
            <Button look="bare" onPress={() => setPasting(true)}>
              I have a project file
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function ThisSite({ url }: { readonly url: string }) {
  const [isAnyway, setAnyway] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['look', url],
    queryFn: ({ signal }) => api.lookAtSite({ body: { url } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const start = data?.start ?? completeAddress(url);
  const { host, rest } = readableAddress(start);
  return (
    <>
      <PageHeader
        title={host}
        tabTitle={`New project: ${host}`}
        above={<Link to="/new">Another address</Link>}
        below={rest === '/' ? 'New project' : rest}
      />
      {isFetching && (
        <section className="card padded">
          <p>Looking at robots.txt, a few pages and the site map. This takes some seconds.</p>
          <Waiting what="what is on the site" lines={5} />
        </section>
      )}
      {error !== null && !isFetching && (
        <>
          <ProblemNote error={error} onRetry={() => void refetch()} />
          {!isAnyway && (
            <div>
              <Button look="bare" onPress={() => setAnyway(true)}>
                Watch it all the same
              </Button>
            </div>
          )}
        </>
      )}
      {data !== undefined && <FoundOnSite look={data} />}
      {(data !== undefined || isAnyway) && <WatchSettings url={start} look={data ?? null} />}
    </>
  );
}

/** For users who already have a project file. */
function PastedFile({ onBack }: { readonly onBack: () => void }) {
  const [text, setText] = useState('');
  const { problems } = useCheckedFile(text);
  const { start, isStarting, error } = useStartWatching();
  return (
    <section className="card padded stack">
      <FileEditor text={text} onChange={setText} problems={problems} />
      {error !== null && <ProblemNote error={error} />}
      <div className="row spread">
        <Button
          look="main"
          icon="play"
          isPending={isStarting}
          isDisabled={text.trim() === '' || problems.some(({ severity }) => severity === 'error')}
          onPress={() => start(text)}
        >
          Start watching
        </Button>
        <Button look="bare" onPress={onBack}>
          Type an address instead
        </Button>
      </div>
    </section>
  );
}
