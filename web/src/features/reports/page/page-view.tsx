import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ChoiceGroup } from '../../../shared/ui/choice.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../../shared/ui/notes.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { readableAddress, readableUrl } from '../../../shared/words/address.ts';
import { DiffPanel } from './diff-panel.tsx';
import { lifeQuery, type PageVersion, versionsQuery } from './page-queries.ts';
import './page-view.css';
import { StoredPage } from './stored-page.tsx';
import { Timeline } from './timeline.tsx';

const views = [
  { value: 'inline', title: 'Changes' },
  { value: 'sides', title: 'Side by side' },
  { value: 'place', title: 'In place' },
  { value: 'stored', title: 'Stored page' },
  { value: 'regions', title: 'Regions' },
] as const;

/** These load the parsers of pages and project files. */
const PageSides = lazy(async () => ({
  default: (await import('./before-and-after/page-sides.tsx')).PageSides,
}));
const RegionsView = lazy(async () => ({
  default: (await import('./regions/regions-view.tsx')).RegionsView,
}));

type View = (typeof views)[number]['value'];

/** The life of a page: its visits and versions, what changed between two of them, and the page as it was stored. */
export function PageView() {
  const { project, file } = useParams({ from: '/projects/$project/pages/$file' });
  const search = useSearch({ from: '/projects/$project/pages/$file' });
  const navigate = useNavigate();
  const page = { project, file };
  const life = useQuery(lifeQuery(page));
  const versions = useQuery(versionsQuery(page));
  const known = versions.data?.items ?? [];
  const newer = known.find(({ run }) => run <= (search.to ?? Number.POSITIVE_INFINITY)) ?? known.at(-1);
  const older = known.find(
    ({ run }) => run < (newer?.run ?? 0) && run <= (search.from ?? Number.POSITIVE_INFINITY),
  );
  const view: View =
    views.find(({ value }) => value === search.view)?.value ?? (older === undefined ? 'stored' : 'inline');
  const show = (next: { readonly from?: number; readonly to?: number; readonly view?: View }) =>
    void navigate({
      to: '/projects/$project/pages/$file',
      params: page,
      search: { ...search, ...next },
      replace: true,
      resetScroll: false,
    });
  const url = life.data?.url ?? '';
  const { host, rest } = readableAddress(life.data?.identity ?? url);
  const error = life.error ?? versions.error;
  return (
    <>
      <PageHeader
        title={life.data === undefined ? `Page ${file}` : rest === '' || rest === '/' ? host : rest}
        tabTitle={life.data === undefined ? 'Page' : `${rest}: ${project}`}
        above={
          <Link to="/projects/$project" params={{ project }}>
            {project}
          </Link>
        }
        below={
          url !== '' && (
            <a href={url} rel="noreferrer noopener" target="_blank">
              {readableUrl(url)}
            </a>
          )
        }
      />
      {error !== null && (
        <ProblemNote
          error={error}
          onRetry={() => {
            void life.refetch();
            void versions.refetch();
          }}
        />
      )}
      {error === null && (life.data === undefined || versions.data === undefined) && (
        <Waiting what="the page" lines={6} />
      )}
      {life.data !== undefined && versions.data !== undefined && (
        <div className={view === 'place' ? 'page-view wide-view' : 'page-view'}>
          <Timeline
            life={life.data}
            versions={known}
            shown={newer?.run ?? null}
            onShow={(to) => show({ to, view: 'inline' })}
          />
          <div className="stack page-view-main">
            {newer === undefined ? (
              <div className="card">
                <EmptyNote icon="page" title="Nothing is stored of this page">
                  <p>It could never be read. The reasons are in the list of visits.</p>
                </EmptyNote>
              </div>
            ) : (
              <>
                <ChoiceGroup
                  label="View"
                  isLabelHidden
                  choices={[...views]}
                  value={view}
                  onChange={(next) => show({ view: next })}
                />
                <Suspense fallback={<Waiting what="the view" lines={6} />}>
                  <Shown
                    {...{
                      page,
                      url,
                      view,
                      newer,
                      older: older ?? null,
                      versions: known,
                      rules: life.data.rules,
                    }}
                    onShow={show}
                  />
                </Suspense>
              </>
            )}
          </div>
        </div>
      )}
    </>
  );
}

function Shown(shown: {
  readonly page: { readonly project: string; readonly file: string };
  readonly url: string;
  readonly view: View;
  readonly newer: PageVersion;
  readonly older: PageVersion | null;
  readonly versions: readonly PageVersion[];
  readonly rules: Parameters<typeof DiffPanel>[0]['rules'];
  readonly onShow: (next: { readonly from?: number; readonly to?: number }) => void;
}) {
  const { page, url, view, newer, older, versions, rules, onShow } = shown;
  if (view === 'stored') return <StoredPage page={page} version={newer} />;
  if (view === 'regions') return <RegionsView page={page} url={url} version={newer} />;
  if (older === null)
    return (
      <div className="card">
        <EmptyNote icon="eye" title="There is only one version so far">
          <p>When a visit finds a change, both versions are compared here.</p>
        </EmptyNote>
      </div>
    );
  if (view === 'place') return <PageSides page={page} older={older} newer={newer} />;
  return (
    <DiffPanel
      page={page}
      from={older.run}
      to={newer.run}
      versions={versions}
      rules={rules}
      look={view}
      onChoose={onShow}
    />
  );
}
