import type { Project, Run, Store } from '../store/index.ts';

/** The last run if it was not finished and may be gone on with, else a new one. */
export async function openRun(
  store: Store,
  project: Project,
  settings: string,
  mayResume: (run: Run) => boolean = () => true,
): Promise<{ run: Run; resumed: boolean }> {
  const last = await store.runs.latest(project.id);
  if (last !== null && last.state !== 'finished') {
    const resumed = mayResume(last);
    const given = { pauseReason: 'the project was changed' };
    await store.runs.change(last.id, {
      at: Date.now(),
      ...(resumed ? { state: 'running' } : { state: 'paused', ...given }),
    });
    if (resumed) return { run: last, resumed };
  }
  const run = await store.runs.begin(project.id, { startedAt: Date.now(), settings });
  return { run, resumed: false };
}
