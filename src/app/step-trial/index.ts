export type { ArrivedField, ArrivedForm, ArrivedPage } from './arrived-page.ts';
export { type StepTrial, type TrialParts, tryStep } from './try-step.ts';
