import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PROJECTS_AT_FIRST } from '../../../../src/http/contract/first-questions.ts';
import { api } from './api.ts';

/** All projects that one sees, by name; the server gives at most 500 at a time. */
export const projectsQuery = queryOptions({
  queryKey: ['everywhere', 'projects'],
  queryFn: () => api.listProjects({ limit: 500 }),
});

/** The same in parts, for a list of which most users see only the beginning. */
export const projectPartsQuery = infiniteQueryOptions({
  queryKey: ['everywhere', 'projects', 'parts'],
  queryFn: ({ pageParam }) =>
    api.listProjects({ limit: PROJECTS_AT_FIRST, ...(pageParam !== '' && { after: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});
