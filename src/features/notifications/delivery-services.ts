import { isoTime, isoTimeOrNull, numberAfter, partSkipping } from '../../http/json-values.ts';
import { projectCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { deliveryEndpoints } from './delivery-endpoints.ts';
import { testChannels } from './test-channels.ts';

export function deliveryServices({ store, config }: ServiceContext): ServicesOf<typeof deliveryEndpoints> {
  return {
    listDeliveries: async ({ project, state, after, limit }) => {
      const { id: projectId } = await projectCalled(store, project);
      const skip = numberAfter(after);
      const rows = await store.outbox.list({ projectId, state, limit: skip + limit + 1 });
      const deliveries = rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        state: row.state,
        attempts: row.attempts,
        at: isoTime(row.at),
        nextTry: isoTime(row.nextTry),
        sentAt: isoTimeOrNull(row.sentAt),
        error: row.lastError,
      }));
      return partSkipping(deliveries, skip, limit);
    },
    retryDeliveries: async ({ project, body: { id } }) => {
      const { id: projectId } = await projectCalled(store, project);
      return { count: await store.outbox.retry({ id, projectId, now: Date.now() }) };
    },
    testChannels: async ({ project }) => {
      const { name } = await projectCalled(store, project);
      return { items: await testChannels(store, config, name) };
    },
  };
}
