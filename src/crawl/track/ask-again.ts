import type { Run, Store } from '../../store/index.ts';

/** Puts the pages of a host that were answered 304 in this run back into the frontier. Returns how many. */
export async function askAgain(
  store: Pick<Store, 'frontier' | 'commit'>,
  { id: runId, projectId }: Run,
  host: string,
): Promise<number> {
  const before = await store.frontier.count(runId);
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  await store.commit({ projectId, runId, ...nothing, untrue304: host });
  return (await store.frontier.count(runId)) - before;
}
