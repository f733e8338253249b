/** Tidemark as a library. What is exported here is public; everything else may change. */
export { type Decision, TidemarkError } from './base/index.ts';
export * from './url/index.ts';
