export { type Decision, type ErrorTable, TidemarkError } from './errors.ts';
