import { api } from '../../../../shared/api/api.ts';
import { projectQuery } from '../../../../shared/api/project-queries.ts';
import { queryClient } from '../../../../shared/api/query-client.ts';
import { type RegionWish, withRegion } from './with-region.ts';

/** Saves a region in the project. Returns a function that removes it again. */
export async function saveRegion(project: string, wish: RegionWish): Promise<() => Promise<void>> {
  const { file, url } = await api.showProject({ project });
  const before = file ?? `name: ${JSON.stringify(project)}\nsource: ${JSON.stringify(url)}\n`;
  const after = withRegion(before, wish);
  const save = async (text: string, was: string | null) => {
    const changed = await api.changeProject({
      project,
      body: { file: text, ...(was !== null && { was }) },
    });
    queryClient.setQueryData(projectQuery(project).queryKey, changed);
  };
  await save(after, file);
  return () => save(before, after);
}
