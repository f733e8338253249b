import { messages } from '../../cli/crawl/after-run.ts';
import { occasionPlanner } from '../../crawl/events/occasion.ts';
import type { Feature } from '../feature.ts';
import { notifyCommand } from './commands/notify-command.ts';

export const notifications: Feature = {
  name: 'notifications',
  commands: [notifyCommand],
  fill: () => {
    occasionPlanner.fill(async (project) => (await import('./rules/plan-outbox.ts')).outboxPlanner(project));
    messages.fill({
      send: async (...given) => (await import('./send-messages.ts')).sendMessages(...given),
      areDue: async (store) => (await import('./send-messages.ts')).areMessagesDue(store, Date.now()),
    });
  },
};
