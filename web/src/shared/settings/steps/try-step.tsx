import { useMutation } from '@tanstack/react-query';
import type { AnswerOf } from '../../api/answers.ts';
import { api } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import { useDraft } from '../draft/draft.ts';
import { FoundForm } from './found-form.tsx';
import './try-step.css';
import { useState } from 'react';
import { Select } from '../../ui/select.tsx';
import { sayDone } from '../../ui/toast-queue.ts';

type ArrivedPage = AnswerOf<'tryDraftStep'>['pages'][number];

/** Runs the steps up to this one now, and shows the page that it leads to with its forms and links. Nothing is stored. */
export function TryStep({ number }: { readonly number: number }) {
  const { text, project } = useDraft();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      project === null
        ? api.tryDraftStep({ body: { file: text, step: number } })
        : api.tryStep({ project, body: { file: text, step: number } }),
  });
  return (
    <div className="try-step">
      <div className="row">
        <Button icon="play" isPending={isPending} onPress={() => mutate()}>
          {isPending ? `Trying step ${number} …` : `Try step ${number} now`}
        </Button>
      </div>
      {error !== null && <ProblemNote error={error} />}
      <div role="status" className="stack">
        {data?.failure != null && <p className="try-step-failure">{data.failure.message}</p>}
        {data?.pages.map((page, at) => (
          <Arrived key={`${at} ${page.url}`} page={page} number={number} />
        ))}
      </div>
    </div>
  );
}

function Arrived({ page, number }: { readonly page: ArrivedPage; readonly number: number }) {
  const { title, url, status, text, forms, links } = page;
  return (
    <article className="try-step-page" aria-label={`Where step ${number} leads`}>
      <header>
        <h4>{title === '' ? url : title}</h4>
        <p className="small quiet">
          {url}, answered with {status}
        </p>
      </header>
      {text !== '' && <p className="try-step-text">{text}</p>}
      {forms.map((form, at) => (
        <FoundForm key={`${at} ${form.action}`} form={form} number={number} />
      ))}
      {forms.length === 0 && <p className="small quiet">There are no forms on this page.</p>}
      {links.length > 0 && <FoundLinks links={links} number={number} />}
    </article>
  );
}

type PageLinks = AnswerOf<'tryDraftStep'>['pages'][number]['links'];

/** The links of the page that a step leads to; the next step can follow one. */
function FoundLinks({ links, number }: { readonly links: PageLinks; readonly number: number }) {
  const draft = useDraft();
  const named = links.filter(
    ({ text }, at) => text !== '' && links.findIndex((each) => each.text === text) === at,
  );
  const [chosen, setChosen] = useState(named[0]?.text ?? '');
  if (named.length === 0) return null;
  const add = () => {
    draft.add(['steps'], { follow: chosen }, number);
    sayDone(`Step ${number + 1} follows “${chosen}”.`);
  };
  return (
    <div className="found-links">
      <Select
        label="A link of this page"
        options={named.map(({ text, url }) => ({ id: text, name: `${text} (${url})` }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button icon="plus" onPress={add}>
        Follow it as step {number + 1}
      </Button>
    </div>
  );
}
