import { printMatches } from '../../cli/crawl/after-run.ts';
import { matchCounts } from '../../crawl/events/match-counts.ts';
import { visitLook } from '../../crawl/events/visit-look.ts';
import type { Feature } from '../feature.ts';
import { detectCommand } from './commands/detect-command.ts';
import { detectorsCommand } from './commands/detectors-command.ts';
import { stemCommand } from './commands/stem-command.ts';

export const detectors: Feature = {
  name: 'detectors',
  commands: [detectorsCommand, detectCommand, stemCommand],
  fill: () => {
    matchCounts.fill((store, runIds) => store.found.counts(runIds));
    visitLook.fill(async (...given) => (await import('./detector-look.ts')).detectorLook(...given));
    printMatches.fill(async (...given) =>
      (await import('./commands/print-matches.ts')).printMatches(...given),
    );
  },
  services: async (context) => (await import('./detector-services.ts')).detectorServices(context),
  inThreads: {
    tryDetector: 'reading',
    listDetectors: 'reading',
    addDetector: 'reading',
    removeDetector: 'reading',
  },
};
