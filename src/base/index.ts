// What every folder may use. The list is closed:
// - errors, and why a file could not be read;
// - sizes, durations and rates, which project files and the command line read alike. The command line must not load the
//   whole of src/project to read an option: that doubles the start-up time;
// - running a generator of small pieces of work to its end;
// - freeing the memory of large arrays, which both reading and comparing pages do;
// - maps whose values are created on demand, and counts;
// - limits of concurrency;
// - supervising tasks that must never end, in every long-running process;
// - keeping the code and decision of failures that are sent to another thread;
// - random numbers from a seed, for searches and tests;
// - percent-decoding of addresses that users, sites and files write, and which may be invalid;
// - the edit distance, because folders that do not import each other suggest names for misspelt ones.

export {
  durationInWords,
  durationPattern,
  durationUnits,
  parseDuration,
  parseRate,
  parseSize,
  ratePattern,
  sizePattern,
  sizeUnits,
  writeDuration,
  writeSize,
} from './amounts.ts';
export { Dice } from './dice.ts';
export { editDistance } from './edit-distance.ts';
export {
  type Decision,
  type ErrorTable,
  errorsOf,
  failureFrom,
  InputError,
  messageOf,
  type SentFailure,
  sentFailure,
  TidemarkError,
  type Wording,
  whyUnreadable,
  whyUnwritable,
} from './errors.ts';
export { ExtensionPoint, featuresAreKnown } from './extension-point.ts';
export { giveBack, grown } from './give-back.ts';
export { getOrInsert, increment, mostFrequent } from './maps.ts';
export { ConcurrencyLimit, Cooldown, finished, monotonicClock, restAfter } from './pacing.ts';
export { percentDecoded } from './percent-decoded.ts';
export { Supervisor, type TaskHandle } from './supervisor.ts';
