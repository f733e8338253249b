export { ConfigError } from './errors.ts';
export { type Config, configFields } from './fields.ts';
export { environmentVariable, readConfig, searchPath } from './read-config.ts';
