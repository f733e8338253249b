import { numberAfter, partFrom } from '../../http/json-values.ts';
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
      const rows = await store.outbox.list({ projectId, state, limit: limit + 1, skip });
      const { items, next } = partFrom(rows, limit, () => skip + limit);
      return { items: items.map(({ lastError, ...delivery }) => ({ ...delivery, error: lastError })), next };
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
