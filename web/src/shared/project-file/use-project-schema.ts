import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import type { SchemaPart } from './help-at.ts';

/** The schema of project files, which explains every field; null until it has arrived. */
export function useProjectSchema(): SchemaPart | null {
  const { data } = useQuery({
    queryKey: ['project schema'],
    queryFn: () => api.showProjectSchema({}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === undefined ? null : (data as SchemaPart);
}
