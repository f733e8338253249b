// Calibration: what `tidemark calibrate` and the server do. See docs/calibration.md.
export { calibrationSet, calibrationSetToFill, setSummary, unknownSet } from './calibration-sets.ts';
export { judgesAgreements } from './judge-set.ts';
export { keepVerdict, nextQuestion } from './question.ts';
export {
  type Calibration,
  keepRecommendation,
  readCalibration,
  recommendationOf,
} from './read-calibration.ts';
export { recordSite } from './record-site.ts';
export { recordedTape } from './recorded-tape.ts';
export { runGrid } from './run-points.ts';
export { searchSettings } from './search-settings.ts';
export { readSetFile, writeSetFile } from './set-file.ts';
export { helpWithGrids, runWantedGrid } from './wanted-grids.ts';
