import { occasionPlanner } from '../crawl/events/occasion.ts';
import { visitLook } from '../crawl/events/visit-look.ts';
import { explorations, recommendedSetting } from '../crawl/run/explorations.ts';
import { storeParts } from '../database/store-part.ts';

/** The build turns the thread into JavaScript, but it does not see the name that is put together below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Says what features add to the kernel. Every process and thread that runs projects calls it first. Each part is loaded when it is needed. */
export function useFeatures(): void {
  storeParts.fill({
    load: async () => (await import('./store-parts.ts')).allStoreParts,
    writerThread: new URL(`./writer-thread.${extension}`, import.meta.url),
  });
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
}
