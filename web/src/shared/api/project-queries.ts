import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** Everything about a project is under one key, so that the end of a run refreshes all of it. */
export const projectQuery = (project: string) =>
  queryOptions({ queryKey: ['project', project], queryFn: () => api.showProject({ project }) });

export const runsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['project', project, 'runs'],
    queryFn: ({ pageParam }) =>
      api.listRuns({ project, limit: 25, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });

export const runQuery = (project: string, run: number) =>
  queryOptions({ queryKey: ['project', project, 'run', run], queryFn: () => api.showRun({ project, run }) });
