import { restAfter } from '../../base/index.ts';
import type { Served, ServerContext } from '../feature.ts';
import { deliveryServices } from './delivery-services.ts';
import { areMessagesDue, forgetSent } from './send-messages.ts';

/** How often the server looks for due digests and retries, in milliseconds. */
const DELIVER_EVERY = 30_000;
/** The same for reminders, which are due after days. It reads all projects, in a thread that ends after each round. */
const REMIND_EVERY = 15 * 60_000;

/** Sends due messages, after runs and at intervals. A round can be repeated: the outbox in the database holds what is still to be sent. */
export function serveNotifications(server: ServerContext): Served {
  const { store, clock, supervisor, threads } = server;

  /** With `remind`, also looks for reminders in all projects. `alive` is called with each message. */
  const deliver = async (remind: boolean, signal: AbortSignal, alive: () => void) => {
    const isDue = await areMessagesDue(store, clock.now());
    // If nothing is due and no project has channels, no thread is started.
    const mayRemind = remind && (await store.projects.list()).some(({ settings }) => /notify/.test(settings));
    if (isDue || mayRemind)
      await threads.follow('deliveries', { remind: mayRemind }, { signal, onProgress: alive });
  };

  let remindAfter = Number.NEGATIVE_INFINITY;
  const deliveries = supervisor.start({
    name: 'deliveries',
    round: async ({ signal, alive }) => {
      const began = performance.now();
      // Reminders read all projects: with thousands of projects that is too much work after each run.
      const remind = began >= remindAfter;
      await deliver(remind, signal, alive);
      const now = performance.now();
      if (remind) remindAfter = now + Math.max(REMIND_EVERY, restAfter(now - began));
      return clock.now() + DELIVER_EVERY;
    },
  });
  return {
    services: deliveryServices(server),
    afterRun: async ({ hasChannels }) => {
      if (hasChannels) await deliveries.finishRound();
    },
    afterExploration: () => deliveries.finishRound(),
    eachDay: () => forgetSent(store, clock.now()),
  };
}
