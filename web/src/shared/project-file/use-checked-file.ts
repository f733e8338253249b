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

/** The server's answer about the current text, requested when the typing pauses. */
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
  // A new list of problems would move a button away during a press.
  return useHeldWhilePressed(asked.trim() === '' || data === undefined ? unchecked : data);
}
