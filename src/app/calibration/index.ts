// Calibration: what `tidemark calibrate` and the server do. See docs/calibration.md.
export {
  calibrationSet,
  calibrationSetToFill,
  type SetSummary,
  setSummary,
  unknownSet,
} from './calibration-sets.ts';
export { judgements, judgesAgreements, type SiteJudgement, sitesToJudge } from './judge-set.ts';
export { keepVerdict, nextQuestion, type Question } from './question.ts';
export {
  type Calibration,
  keepRecommendation,
  type Recommendation,
  readCalibration,
  recommendationOf,
} from './read-calibration.ts';
export { type KeptRecording, recordSite } from './record-site.ts';
export { recordedTape } from './recorded-tape.ts';
export { runGrid } from './run-points.ts';
export { searchSettings } from './search-settings.ts';
export { readSetFile, writeSetFile } from './set-file.ts';
export { type Helped, helpWithGrids, runWantedGrid } from './wanted-grids.ts';
