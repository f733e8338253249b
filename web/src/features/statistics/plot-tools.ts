/** What the figures use of Observable Plot; the rest stays out of the bundle. */
export { axisX, axisY, barX, barY, gridY, plot, ruleX, ruleY, text } from '@observablehq/plot';
