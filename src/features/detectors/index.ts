export { compiledDetectors } from '../../crawl/compiled-detectors.ts';
export {
  addDetector,
  detectorNamed,
  type NamedDetector,
  namedDetectors,
  removeDetector,
} from './change-detectors.ts';
export { type DetectorsPlace, detectorsInFile, detectorsOfProject } from './detectors-place.ts';
export { replayDetectors } from './replay-detectors.ts';
export type { ReplayedMatch } from './replay-page.ts';
