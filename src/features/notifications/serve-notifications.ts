import { restAfter } from '../../base/index.ts';
import type { Served, ServerContext } from '../feature.ts';
import { deliveryServices } from './delivery-services.ts';
import { forgetSent } from './send-messages.ts';

/** How often digests and retries are looked for, in milliseconds. */
const DELIVER_EVERY = 30_000;
/** And reminders, which come after days: all projects are read for them, in a thread that ends in between. */
const REMIND_EVERY = 15 * 60_000;

/** Sends what is due, after runs and without them: it can be repeated, and what is left to do is in the database. */
export function serveNotifications(server: ServerContext): Served {
  const { store, clock, supervisor, threads } = server;

  /** With `remind`, also looks for reminders in all projects. `alive` is called with each message. */
  const deliver = async (remind: boolean, signal: AbortSignal, alive: () => void) => {
    const { oldestWaiting } = await store.outbox.unsent();
    const isDue = oldestWaiting !== null && oldestWaiting <= clock.now();
    // Where nothing is due and no project has channels, no thread is started.
    const mayRemind = remind && (await store.projects.list()).some(({ settings }) => /notify/.test(settings));
    if (isDue || mayRemind)
      await threads.follow('deliveries', { remind: mayRemind }, { signal, onProgress: alive });
  };

  let remindAfter = Number.NEGATIVE_INFINITY;
  const deliveries = supervisor.start({
    name: 'deliveries',
    round: async ({ signal, alive }) => {
      const began = performance.now();
      // Reminders look at all projects: thousands of them are not looked at after each run.
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
