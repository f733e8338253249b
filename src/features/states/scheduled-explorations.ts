import type { Explorations } from '../../crawl/run/explorations.ts';
import { wasBrokenOff } from '../../explore/index.ts';
import { settingsOf } from './compare-explorations.ts';
import { unneededExplorations } from './exploration-before.ts';

/** Explorations as schedules see them. */
export const scheduledExplorations: Explorations = {
  async latest(store, projectId) {
    const [last] = await store.explorations.list(projectId);
    if (last === undefined) return null;
    const { startedAt, endedAt } = last;
    const hasScreenshots = settingsOf(last)['screenshots'] === true;
    return { startedAt, endedAt, wasBrokenOff: wasBrokenOff(last), hasScreenshots };
  },
  async giveUp(store, projectId, number, at) {
    const [last] = await store.explorations.list(projectId);
    if (last?.number === number && last.ending === null)
      await store.explorations.end(last.id, { endedAt: at, ending: 'stopped' });
  },
  unneeded: async (store, projectId, keep, now) =>
    unneededExplorations(keep, await store.explorations.list(projectId), now),
  start: async (dependencies, request) =>
    (await import('./start-exploration.ts')).startExploration(dependencies, request),
};
