// The setting that fits one's own sites: judged states, replayed settings, figures (D7 to D9, D11). See docs/calibration.md.
export { CalibrateError } from './errors.ts';
export { agreementOf, type JudgesAgreement } from './judge/kappa.ts';
export { judgementOf, type LikenessOf, type StatesJudgement } from './judge/questions.ts';
export { allPairs, type JudgeVerdict, pairKey, type StatePair } from './judge/verdict.ts';
export type { JudgedSite } from './metrics/metric.ts';
export { type Figures, figuresOf, measured } from './metrics/metrics.ts';
export type { PointResult, SiteResult } from './points/point-result.ts';
export {
  equalityPoint,
  familiesOf,
  type GridWish,
  gridOf,
  pointsOf,
  type SettingFamily,
  stillToRun,
  usualGrid,
} from './points/setting-grid.ts';
export { crossValidated, type HeldOutSite } from './read/cross-validate.ts';
export { type ErrorSurface, errorSurfaces } from './read/error-surface.ts';
export { type MeasuredPoint, measuredPoints, type RunPoint } from './read/measured-point.ts';
export { type Mistake, mistakesOf } from './read/mistakes.ts';
export { costOf, recommended, tradeOff } from './read/recommend.ts';
export { likelyCosts, profileOf, type SiteProfile } from './search/family-profile.ts';
export { type SearchFound, searchGrid } from './search/search-grid.ts';
