// What every folder may use. The list is closed: errors, and the edit distance, because messages in folders that do not
// see each other suggest what a misspelt name may have meant.
export { editDistance } from './edit-distance.ts';
export { type Decision, type ErrorTable, TidemarkError } from './errors.ts';
