export { environmentVariable, searchPath, usesDataFolder } from './environment.ts';
export { ConfigError } from './errors.ts';
export { type Config, configFields } from './fields.ts';
export {
  builtViewFolder,
  builtWebFolder,
  packageFacts,
  readConfig,
} from './read-config.ts';
export {
  age,
  choice,
  comment,
  complain,
  complaintIn,
  complainUnless,
  duration,
  exactlyOne,
  joined,
  listInWords,
  oneOrMore,
  oneWord,
  rate,
  readWanted,
  section,
  size,
  text,
  type Unchangeable,
  wanted,
  wholeNumber,
  yesNo,
} from './written/values.ts';
