import type { ScheduledExploration } from '../../crawl/run/explorations.ts';
import type { WorkInThread } from '../feature.ts';
import { startExploration } from './start-exploration.ts';

/** An exploration in a thread of the server. */
export async function exploreInThread({
  context,
  given,
  signal,
  begun,
  tell,
  onStop,
}: WorkInThread): Promise<null> {
  const handle = await startExploration(context, {
    ...(given as Omit<ScheduledExploration, 'signal'>),
    signal,
    onEvent: (event) => {
      if (event.event !== 'progress') return;
      const { event: _, ...progress } = event;
      tell({ progress });
    },
  });
  const { project, number, resumed, hasChannels } = handle;
  begun({ project, number, resumed, hasChannels, progress: handle.progress() });
  onStop((reason) => handle.stop(reason === 'stopped' ? reason : undefined));
  await handle.ended;
  // The graph of states is in the database, and may be large.
  return null;
}
