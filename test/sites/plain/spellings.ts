import type { Random } from '../session-sites/random.ts';
import type { Surroundings } from './site-parts.ts';

/** Another way to write the address of a page: the crawl must not ask for it twice. */
export type Spelling = (target: string, place: Surroundings) => string;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Before the query, if there is one. */
function inPath(target: string, insert: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target + insert : target.slice(0, query) + insert + target.slice(query);
}

const host = (origin: string): string => origin.slice('http://'.length);

/** As attributes hold them: HTML escapes included. */
export const spellings: readonly Spelling[] = [
  (target) => escaped(target),
  (target, { origin }) => escaped(origin + target),
  (target) => `${escaped(target)}#part-2`,
  (target) => `${escaped(target)}#`,
  (target) => `/somewhere/..${escaped(target)}`,
  (target) => `/./x/%2e%2E/.${escaped(target)}`,
  (target, { origin }) => `HTTP://${host(origin).toUpperCase()}${escaped(target)}`,
  (target, { origin }) => `//${host(origin)}${escaped(target)}`,
  (target, { origin }) => (/:\d+$/.test(origin) ? escaped(target) : `${origin}:80${escaped(target)}`),
  (target, { origin }) => `http:\\\\${host(origin)}${escaped(target)}`,
  (target) => ` \n\t${escaped(target)}  `,
  (target) => `${escaped(target).slice(0, 3)}\n${escaped(target).slice(3)}`,
  (target) => escaped(target).replace('/', '&#47;'),
  (target) => escaped(target.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)),
  (target) => escaped(target.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())),
  (target) => escaped(inPath(target, ';jsessionid=0A1B2C3D4E5F60718293A4B5C6D7E8F9')),
  (target) => `${escaped(target)}${target.includes('?') ? '&amp;' : '?'}PHPSESSID=k3j5h2g8f7d6s9a1q4w0e5r7t2`,
];

/** The ids that the spellings above put in: a server that hands them out does not look at them. */
export function withoutSession(target: string): string {
  return target
    .replace(/;jsessionid=[0-9A-F]+/, '')
    .replace(/([?&])PHPSESSID=[0-9a-z]+&?/, '$1')
    .replace(/[?&]$/, '');
}

export const respelled = (random: Random, target: string, place: Surroundings): string =>
  random.pick(spellings)(target, place);
