import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { AnswerOf } from '../api/answers.ts';
import { api } from '../api/api.ts';
import { useHeldWhilePressed } from '../live/use-held-while-pressed.ts';

export type FileProblem = AnswerOf<'checkProjectFile'>['problems'][number];

/** What the server says about a text, which may be older than the one that is shown. */
export interface CheckedFile {
  readonly text: string;
  readonly problems: readonly FileProblem[];
}

const PAUSE_MS = 300;
const unchecked: CheckedFile = { text: '', problems: [] };

/** What the server says about the file as it stands, asked when the typing pauses. */
export function useCheckedFile(text: string): CheckedFile {
  const [asked, setAsked] = useState(text);
  const latest = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(latest), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [latest]);
  const { data } = useQuery({
    queryKey: ['checked file', asked],
    queryFn: async () => {
      const { problems } = await api.checkProjectFile({ body: { file: asked } });
      return { text: asked, problems };
    },
    placeholderData: keepPreviousData,
    enabled: asked.trim() !== '',
    gcTime: 0,
  });
  // What is wrong takes room, and would move a button away from under the finger that presses it.
  return useHeldWhilePressed(asked.trim() === '' || data === undefined ? unchecked : data);
}
