import { commandFeatures } from '../cli/command-features.ts';
import { occasionPlanner } from '../crawl/events/occasion.ts';
import { visitLook } from '../crawl/events/visit-look.ts';
import { explorations, recommendedSetting } from '../crawl/run/explorations.ts';
import { spareWork } from '../crawl/run/spare-work.ts';

/** Says what features add to the kernel. Every process and thread that runs projects calls it first. Each part is loaded when it is needed. */
export function useFeatures(): void {
  visitLook.fill(async (run, reader) =>
    (await import('./detectors/detector-look.ts')).detectorLook(run, reader),
  );
  occasionPlanner.fill(async (project) =>
    (await import('./notifications/rules/plan-outbox.ts')).outboxPlanner(project),
  );
  const states = async () => (await import('./states/scheduled-explorations.ts')).scheduledExplorations;
  explorations.fill({
    latest: async (...given) => (await states()).latest(...given),
    start: async (...given) => (await states()).start(...given),
    unneeded: async (...given) => (await states()).unneeded(...given),
  });
  recommendedSetting.fill(async (store, set) =>
    (await import('./calibration/read-calibration.ts')).settingOfSet(store, set),
  );
  // Most workers never calibrate.
  spareWork.fill(async (store, { onBegin, ...time }) => {
    const { helpWithGrids } = await import('./calibration/wanted-grids.ts');
    const helped = await helpWithGrids(store, { ...time, onBegin: ({ name }) => onBegin(name) });
    return helped.map(({ set, settings }) => ({ set: set.name, settings }));
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
    states: () => import('./states/commands/state-commands.ts'),
    matchTotals: async (...given) =>
      (await import('./statistics/counted-matches.ts')).detectorTotals(...given),
    printHoldings: async (...given) =>
      (await import('./retention/commands/print-holdings.ts')).printHoldings(...given),
    fillSearchIndex: async (store) => (await import('./search/fill-index.ts')).fillSearchIndex(store),
  });
}
