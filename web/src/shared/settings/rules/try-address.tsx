import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/notes.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../draft/draft.ts';

/** Shows which rule decides about an address, and follows while the rules are edited. */
export function TryAddress() {
  const { text } = useDraft();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: ['tried address', text, asked],
    queryFn: () => api.tryAddress({ body: { file: text, url: asked ?? '' } }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return (
    <div className="try-address">
      <form
        className="try-address-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') setAsked(typed.trim());
        }}
      >
        <TextField
          label="Try an address"
          value={typed}
          onChange={setTyped}
          placeholder="https://news.example.org/technology/1.html"
        />
        <Button type="submit" isPending={isFetching && data === undefined} isDisabled={typed.trim() === ''}>
          Try
        </Button>
      </form>
      <div role="status">
        {asked !== null && data !== undefined && error === null && (
          <p className="try-verdict">
            <strong className={data.verdict}>
              {data.verdict === 'accept' ? 'Belongs to it' : 'Left out'}
            </strong>
            <span>
              {data.url}: {data.reason}
            </span>
          </p>
        )}
      </div>
      {error !== null && <ProblemNote error={error} />}
    </div>
  );
}
