// How far a crawl reaches: which schemes, which places, how many links from the start.
import { ProjectError } from '../errors.ts';
import { isPartOfPage, type ScopeRule } from './candidate.ts';

/** A part of the web: a host, or a host with the beginning of a path. */
export interface ScopePrefix {
  /** As the user wrote it. */
  readonly text: string;
  /** With the port when it is not the scheme's own. `*.example.org` covers example.org and all its subdomains. */
  readonly host: string;
  /** Compared letter by letter: `/docs` covers `/docs-old` too, `/docs/` does not. */
  readonly path: string;
}

/** Reads `https://example.org/docs/`, `example.org/docs/` or `*.example.org`. http and https are the same place. */
export function scopePrefix(text: string): ScopePrefix {
  const [, scheme, wildcard, rest] =
    /^\s*((?:https?|ftp|ftpe?s|sftp):\/\/|file:\/\/(?=\/))?(\*\.)?(?![a-z][a-z0-9+.-]*:\/\/)([^\s?#:][^\s]*)\s*$/i.exec(
      text,
    ) ?? [];
  const url = rest === undefined ? null : URL.parse(`${scheme ?? 'https://'}${rest}`);
  const isFolder = url?.protocol === 'file:';
  if (url === null || (url.hostname === '') !== isFolder || (rest?.startsWith('/') ?? false) !== isFolder) {
    throw new ProjectError('PROJECT_SCOPE_PREFIX_INVALID', {
      reason: `scope "${text}" is not a place on the web`,
      hint:
        'write a host (example.org), a host with a path (https://example.org/docs/), ' +
        'or *.example.org for a domain and all its subdomains',
    });
  }
  return { text, host: `${wildcard ?? ''}${url.host}`, path: url.pathname };
}

/** The whole host of a URL of any scheme: the scope of a crawl whose user gave none. */
export const wholeHost = (url: string): ScopePrefix => ({ text: url, host: new URL(url).host, path: '/' });

export function covers(prefix: ScopePrefix, host: string, path: string): boolean {
  return coversHost(prefix.host, host) && path.startsWith(prefix.path);
}

function coversHost(wanted: string, host: string): boolean {
  if (!wanted.startsWith('*.')) return host === wanted;
  return host === wanted.slice(2) || host.endsWith(wanted.slice(1));
}

/** Rejects what no protocol here can fetch: `mailto:`, `javascript:`, a phone number. */
export const unsupportedScheme = (schemes: ReadonlySet<string>): ScopeRule => ({
  name: 'unsupported scheme',
  decide: ({ scheme }) => (schemes.has(scheme) ? 'none' : 'reject'),
  reason: ({ scheme }) => `${scheme}: is not one of ${[...schemes].join(', ')}`,
});

/** Accepts seeds: what the user asked for by name needs no other reason. */
export const typedByTheUser: ScopeRule = {
  name: 'typed by the user',
  decide: ({ kind }) => (kind === 'seed' ? 'accept' : 'none'),
  reason: () => 'the crawl starts here',
};

/** Rejects links that lead out of the crawl's part of the web. What a page embeds is part of it, on any host. */
export const outsideScope = (prefixes: readonly ScopePrefix[]): ScopeRule => ({
  name: 'outside scope',
  decide: (candidate) =>
    isPartOfPage(candidate) || prefixes.some((prefix) => covers(prefix, candidate.host, candidate.path))
      ? 'none'
      : 'reject',
  reason: ({ host, path }) =>
    `${host}${path} is not below ${prefixes.map(({ host: wanted, path: start }) => wanted + start).join(' or ')}`,
});

/** Rejects links that their page asks crawlers not to follow. */
export const markedNofollow: ScopeRule = {
  name: 'nofollow',
  decide: ({ nofollow }) => (nofollow ? 'reject' : 'none'),
  reason: () => 'the page asks crawlers not to follow this link',
};

/** Rejects links deeper than the user allows. What the deepest pages embed still belongs to them. */
export const tooDeep = (maxDepth: number): ScopeRule => ({
  name: 'too deep',
  decide: (candidate) => (candidate.depth > maxDepth + (isPartOfPage(candidate) ? 1 : 0) ? 'reject' : 'none'),
  reason: ({ depth }) => `${depth} links from the start; at most ${maxDepth} are followed`,
});
