export { ConfigError } from './errors.ts';
export { type Config, configFields } from './fields.ts';
export { builtViewFolder, builtWebFolder, packageFacts } from './package-facts.ts';
export { environmentVariable, readConfig, searchPath } from './read-config.ts';
export {
  choice,
  complain,
  complaintIn,
  exactlyOne,
  joined,
  listInWords,
  readWanted,
  section,
  type Unchangeable,
  wanted,
} from './written/section.ts';
export {
  age,
  comment,
  duration,
  oneOrMore,
  oneWord,
  rate,
  size,
  text,
  wholeNumber,
  yesNo,
} from './written/values.ts';
