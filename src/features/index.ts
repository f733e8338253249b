import { occasionPlanner } from '../crawl/events/occasion.ts';
import { visitLook } from '../crawl/events/visit-look.ts';

/** Says what features add to the kernel. Every process and thread that runs projects calls it first. Each part is loaded when it is needed. */
export function useFeatures(): void {
  visitLook.fill(async (run, reader) =>
    (await import('./detectors/detector-look.ts')).detectorLook(run, reader),
  );
  occasionPlanner.fill(async (project) =>
    (await import('./notifications/rules/plan-outbox.ts')).outboxPlanner(project),
  );
}
