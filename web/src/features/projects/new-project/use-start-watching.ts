import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../shared/api/api.ts';
import { projectsQuery } from '../../../shared/api/projects-query.ts';
import { queryClient } from '../../../shared/api/query-client.ts';

/** Saves the project, starts its first run, and opens that run. */
export function useStartWatching() {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: string | Promise<string>) => {
      const { name } = await api.addProject({ body: { file: await file } });
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
      const { number } = await api.startRun({ project: name, body: {} });
      return { project: name, run: number };
    },
    onSuccess: ({ project, run }) => {
      // One that waits for a worker has no number yet; the project says that it waits.
      if (run === null) void navigate({ to: '/projects/$project', params: { project } });
      else void navigate({ to: '/projects/$project/runs/$run', params: { project, run: String(run) } });
    },
  });
  return { start: mutate, isStarting: isPending, error };
}
