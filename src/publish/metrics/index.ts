export { CountsByLabel } from './counts-by-label.ts';
export { gauge, type Metric, metricsText, metricsType } from './metric.ts';
export { RequestMeter } from './request-meter.ts';
