import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ProblemNote, Waiting } from '../../../../shared/ui/notes.tsx';
import type { PageName } from '../page-queries.ts';
import { harmless } from './harmless.ts';
import { PageFrame } from './page-frame.tsx';
import { storedHtmlQuery } from './stored-html.ts';

/** A stored page without anything that could run or load; a picture is a grey box with its words. */
export function StoredHtmlFrame({
  page,
  run,
  title,
}: {
  readonly page: PageName;
  readonly run: number;
  readonly title: string;
}) {
  const { data, error, refetch } = useQuery(storedHtmlQuery(page, run));
  const shown = useMemo(() => harmless(data ?? ''), [data]);
  if (error !== null) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="the page" lines={6} />;
  return <PageFrame page={shown} title={title} />;
}
