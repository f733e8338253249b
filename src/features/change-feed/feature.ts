import { firstUnreadRun } from '../../crawl/history/unread-changes.ts';
import type { Feature } from '../feature.ts';

export const changeFeed: Feature = {
  name: 'change-feed',
  fill: () => firstUnreadRun.fill((store, projectId, now) => store.readers.firstUnread(projectId, now)),
  serve: async (server) => ({ services: (await import('./feed-services.ts')).feedServices(server) }),
};
