import { ProjectError } from '../errors.ts';

/** A part of the web: a host, or a host with the beginning of a path. */
export interface ScopePrefix {
  /** As the user wrote it. */
  readonly text: string;
  /** With the port when it is not the scheme's own. `*.example.org` covers example.org and all below it. */
  readonly host: string;
  /** Beginning of the path, letter by letter: `/docs` covers `/docs-old` too, `/docs/` does not. */
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
    throw new ProjectError(
      'PROJECT_SCOPE_PREFIX_INVALID',
      `scope "${text}" names no place on the web: write a host (example.org), a host with a path ` +
        '(https://example.org/docs/), or *.example.org for a domain with all below it',
    );
  }
  return { text, host: `${wildcard ?? ''}${url.host}`, path: url.pathname };
}

/** The whole host of a URL of any scheme, the scope of a crawl whose user named none. */
export const wholeHost = (url: string): ScopePrefix => ({ text: url, host: new URL(url).host, path: '/' });

export function covers(prefix: ScopePrefix, host: string, path: string): boolean {
  return coversHost(prefix.host, host) && path.startsWith(prefix.path);
}

function coversHost(wanted: string, host: string): boolean {
  if (!wanted.startsWith('*.')) return host === wanted;
  return host === wanted.slice(2) || host.endsWith(wanted.slice(1));
}
