import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { AnswerOf } from '../api/answers.ts';
import { api } from '../api/api.ts';

export type FileProblem = AnswerOf<'checkProjectFile'>['problems'][number];

const PAUSE_MS = 300;

/** What the server says about the file as it stands, asked when the typing pauses. */
export function useCheckedFile(text: string) {
  const [asked, setAsked] = useState(text);
  const latest = useDeferredValue(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(latest), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [latest]);
  const { data } = useQuery({
    queryKey: ['checked file', asked],
    queryFn: () => api.checkProjectFile({ body: { file: asked } }),
    placeholderData: keepPreviousData,
    enabled: asked.trim() !== '',
    gcTime: 0,
  });
  return {
    problems: asked.trim() === '' ? [] : (data?.problems ?? []),
    isChecked: asked === text && data !== undefined,
  };
}
