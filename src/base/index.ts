// What every folder may use. The list is closed:
// - errors, and why a file could not be read;
// - sizes, durations and rates, which project files and the command line read alike. The command line must not load the
//   whole of src/project to read an option: that doubles the time in which it starts;
// - how work that can be done piece by piece is done in one go;
// - how the memory of large arrays is given back, which reading and comparing pages both do;
// - how only so many pieces of work are under way at once;
// - how work that must never end is kept going, in every process that stays;
// - how failures keep their code and decision on the way to another thread;
// - numbers that look drawn and depend on their seed only, for searches and for what tests make up;
// - percent-encoding, in addresses that users, sites and files write, and which may be wrong;
// - the edit distance, because folders that do not see each other suggest what a misspelt name may have meant.

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
  failureFrom,
  messageOf,
  reasonOf,
  type SentFailure,
  sentFailure,
  TidemarkError,
  whyUnwritable,
} from './errors.ts';
export { ExtensionPoint, featuresAreKnown } from './extension-point.ts';
export { giveBack, grown } from './give-back.ts';
export { AtMost, Cooldown, finished, restAfter, steadyClock } from './pacing.ts';
export { percentDecoded } from './percent-decoded.ts';
export { Supervisor, type TaskHandle } from './supervisor.ts';
