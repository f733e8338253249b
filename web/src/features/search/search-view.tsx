import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, memo, useState } from 'react';
import type { AnswerOf } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/api.ts';
import { Address } from '../../shared/ui/address.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { MoreButton } from '../../shared/ui/more-button.tsx';
import { EmptyNote, ProblemNote, Waiting } from '../../shared/ui/notes.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { PageLink } from '../../shared/ui/quick-links.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { When } from '../../shared/ui/when.tsx';
import './search-view.css';
import { partsOf } from './text-parts.ts';

type Hit = AnswerOf<'searchPages'>['items'][number];

/** Finds pages by their words, over all projects. */
export function SearchView() {
  const { q, history } = useSearch({ from: '/search' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q ?? '');
  const go = (next: { readonly q: string; readonly history: boolean }) =>
    void navigate({
      to: '/search',
      search: { ...(next.q !== '' && { q: next.q }), ...(next.history && { history: 'yes' }) },
      replace: q !== undefined,
    });
  const isHistory = history === 'yes';
  return (
    <>
      <PageHeader title="Search" tabTitle={q === undefined ? 'Search' : `${q}: search`} />
      <search>
        <form
          className="card search-form"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            go({ q: typed.trim(), history: isHistory });
          }}
        >
          <TextField
            label="Words to find"
            type="search"
            autoFocus={q === undefined}
            value={typed}
            onChange={setTyped}
            help="Words, “words in a row”, begin*, AND, OR, NOT and brackets."
          />
          <Button type="submit" look="main" icon="search">
            Find
          </Button>
          <Switch isOn={isHistory} onChange={(isOn) => go({ q: typed.trim(), history: isOn })}>
            Also earlier versions
          </Switch>
        </form>
      </search>
      {q === undefined ? (
        <EmptyNote icon="search" title="Search what is stored">
          <p>The text of every page is searched, in all projects that you see.</p>
        </EmptyNote>
      ) : (
        <Hits q={q} isHistory={isHistory} />
      )}
    </>
  );
}

function Hits({ q, isHistory }: { readonly q: string; readonly isHistory: boolean }) {
  const query = useInfiniteQuery({
    queryKey: ['everywhere', 'search', q, isHistory],
    queryFn: ({ pageParam }) =>
      api.searchPages({
        q,
        limit: 25,
        history: isHistory ? 'true' : 'false',
        ...(pageParam !== '' && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error } = query;
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Waiting what="what was found" lines={5} />;
  const hits = data.pages.flatMap(({ items }) => items);
  if (hits.length === 0)
    return (
      <div className="card">
        <EmptyNote icon="search" title="No page has these words">
          <p>Try fewer words, or the beginning of a word with a star, as in harbour*.</p>
        </EmptyNote>
      </div>
    );
  return (
    <section className="stack" aria-label="Found">
      <ul className="card search-hits">
        {hits.map((hit) => (
          <li key={`${hit.project} ${hit.file} ${hit.at}`}>
            <SearchHit hit={hit} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  );
}

/** Rendered once: rows that are fetched later follow below. */
const SearchHit = memo(function SearchHit({ hit }: { readonly hit: Hit }) {
  const { project, file, identity, title, at, text, matches } = hit;
  return (
    <article className="search-hit">
      <h2 dir="auto">
        <PageLink project={project} file={file}>
          {title === '' ? identity : title}
        </PageLink>
      </h2>
      <p className="small quiet search-hit-place">
        <span>{project}</span>
        <When at={at} />
        <Address url={identity} />
      </p>
      <p dir="auto">
        <MarkedText text={text} matches={matches} />
      </p>
    </article>
  );
});

/** A text with its matches marked. */
function MarkedText({ text, matches }: { readonly text: string; readonly matches: readonly string[] }) {
  return partsOf(text, matches).map(({ text: part, isMatch, start }) =>
    isMatch ? <mark key={start}>{part}</mark> : <span key={start}>{part}</span>,
  );
}
