import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../shared/api/answers.ts';
import { api } from '../../../shared/api/api.ts';

export type PageLife = AnswerOf<'explainPage'>;
export type PageVersion = AnswerOf<'listVersions'>['items'][number];
export type PageDiff = AnswerOf<'diffPage'>;
export type SegmentChange = PageDiff['changes'][number];

export interface PageName {
  readonly project: string;
  readonly file: string;
}

export const lifeQuery = ({ project, file }: PageName) =>
  queryOptions({
    queryKey: ['project', project, 'page', file, 'life'],
    queryFn: () => api.explainPage({ project, file }),
  });

export const versionsQuery = ({ project, file }: PageName) =>
  queryOptions({
    queryKey: ['project', project, 'page', file, 'versions'],
    queryFn: () => api.listVersions({ project, file, limit: 100 }),
  });

/** Includes noise, because the switch only hides it. */
export const diffQuery = ({ project, file }: PageName, from: number, to: number) =>
  queryOptions({
    queryKey: ['project', project, 'page', file, 'diff', from, to],
    queryFn: () => api.diffPage({ project, file, from, to, noise: 'true' }),
    placeholderData: keepPreviousData,
  });
