export { UrlError } from './errors.ts';
