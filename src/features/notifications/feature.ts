import { messages } from '../../cli/crawl/after-run.ts';
import { notificationPlanner } from '../../crawl/events/notification.ts';
import type { Feature } from '../feature.ts';
import { notifyCommand } from './commands/notify-command.ts';

export const notifications: Feature = {
  name: 'notifications',
  commands: [notifyCommand],
  fill: () => {
    notificationPlanner.fill(async (project) =>
      (await import('./rules/plan-outbox.ts')).outboxPlanner(project),
    );
    messages.fill({
      send: async (...given) => (await import('./send-messages.ts')).sendMessages(...given),
      unsent: (store) => store.outbox.unsent(),
      areDue: async (store) => (await import('./send-messages.ts')).areMessagesDue(store, Date.now()),
    });
  },
  threadWork: {
    deliveries: async ({ context, given, signal, tell }) => {
      const { remind } = given as { readonly remind: boolean };
      const { sendMessages } = await import('./send-messages.ts');
      const { store, config, clock } = context;
      await sendMessages(store, config, { signal, now: clock.now, onTry: () => tell({}), remind });
      return null;
    },
  },
  serve: async (server) => (await import('./serve-notifications.ts')).serveNotifications(server),
  services: async (context) => (await import('./delivery-services.ts')).deliveryServices(context),
  inThreads: {
    testChannels: 'visiting',
  },
};
