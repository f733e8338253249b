import { type ApiServices, notFound } from '../../publish/index.ts';
import type { DeadLetter } from '../../store/index.ts';
import { removeDeadLetter, retryDeadLetter, showQueue } from '../cluster/manage-queue.ts';
import { isoTime, type ServerParts } from './server-parts.ts';

export function queueServices({
  cluster,
  config,
}: ServerParts): Pick<ApiServices, 'showQueue' | 'retryDeadLetter' | 'removeDeadLetter'> {
  return {
    showQueue: async () => {
      if (cluster === null) return { queues: [], deadLetters: [] };
      const { queues, deadLetters } = await showQueue(cluster);
      return { queues, deadLetters: deadLetters.map(rowOf) };
    },
    retryDeadLetter: async ({ letter }) => {
      if (cluster === null) throw notFound(`dead letter "${letter}"`);
      return rowOf(await retryDeadLetter(cluster, config, letter));
    },
    removeDeadLetter: async ({ letter }) => {
      if (cluster === null) throw notFound(`dead letter "${letter}"`);
      return rowOf(await removeDeadLetter(cluster, config, letter));
    },
  };
}

const rowOf = ({ id, queue, project, reason, tries, at }: DeadLetter) => ({
  ...{ id, queue, project, reason, tries },
  at: isoTime(at),
});
