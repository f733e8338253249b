import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** All projects that one sees, by name; the server gives at most 500 at a time. */
export const projectsQuery = queryOptions({
  queryKey: ['everywhere', 'projects'],
  queryFn: () => api.listProjects({ limit: 500 }),
});
