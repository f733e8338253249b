import { commandFeatures } from '../cli/command-features.ts';
import { occasionPlanner } from '../crawl/events/occasion.ts';
import { visitLook } from '../crawl/events/visit-look.ts';
import { explorations } from '../crawl/run/explorations.ts';

/** Says what features add to the kernel. Every process and thread that runs projects calls it first. Each part is loaded when it is needed. */
export function useFeatures(): void {
  visitLook.fill(async (run, reader) =>
    (await import('./detectors/detector-look.ts')).detectorLook(run, reader),
  );
  occasionPlanner.fill(async (project) =>
    (await import('./notifications/rules/plan-outbox.ts')).outboxPlanner(project),
  );
  explorations.fill({
    latest: async (...given) =>
      (await import('./states/scheduled-explorations.ts')).scheduledExplorations.latest(...given),
    start: async (...given) =>
      (await import('./states/scheduled-explorations.ts')).scheduledExplorations.start(...given),
  });
  commandFeatures.fill({
    takeTurns: async (config) => (await import('./cluster/turns-of-command.ts')).takeTurns(config),
    printNews: async (...given) => (await import('./reports/commands/print-news.ts')).printNews(...given),
    printMatches: async (...given) =>
      (await import('./detectors/commands/print-matches.ts')).printMatches(...given),
    printExploration: async (...given) =>
      (await import('./states/commands/tell-stored.ts')).printExploration(...given),
    sendMessages: async (...given) =>
      (await import('./notifications/commands/send-due-messages.ts')).sendDueMessages(...given),
    fillSearchIndex: async (store) => (await import('./search/fill-index.ts')).fillSearchIndex(store),
  });
}
