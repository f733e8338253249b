import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** All projects that one sees, by name; the server gives at most 500 at a time. */
export const projectsQuery = queryOptions({
  queryKey: ['everywhere', 'projects'],
  queryFn: () => api.listProjects({ limit: 500 }),
});

/** As many as one looks through; a link that knows whether it is the open one costs a millisecond on a slow phone. */
const PART = 30;

/** The same, part by part, for a list that most people only see the beginning of. */
export const projectPartsQuery = infiniteQueryOptions({
  queryKey: ['everywhere', 'projects', 'parts'],
  queryFn: ({ pageParam }) =>
    api.listProjects({ limit: PART, ...(pageParam !== '' && { after: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});
