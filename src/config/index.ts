export { ConfigError } from './errors.ts';
export { type Config, configFields } from './fields.ts';
export { readConfig, searchPath } from './read-config.ts';
