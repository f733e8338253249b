import { normalizeUrl } from './normalize-url.ts';

/**
 * Resolves the links of one page: the same as `normalizeUrl(link, { base })`, but plain relative paths, which most
 * links are, are resolved without the parser. Throws UrlError as `normalizeUrl` does.
 */
export function linkResolver(base: string): (link: string) => string {
  const parts = /^(https?:\/\/[^/?#]+)(\/[^?#]*\/|\/)[^/?#]*(?:[?#].*)?$/s.exec(base);
  const [, origin, directory] = parts ?? [];
  if (origin === undefined || directory === undefined || !isNormal(base))
    return (link) => normalizeUrl(link, { base });
  return (link) => {
    const path = isPlain(link) ? joinPath(directory, link) : null;
    return path === null ? normalizeUrl(link, { base }) : origin + path;
  };
}

/** When normalising changes a base, its directory may change, too. */
function isNormal(base: string): boolean {
  return URL.canParse(base) && normalizeUrl(base) === base.replace(/#.*$/s, '');
}

/** Characters that neither the parser nor a rule would touch in a path. No colon: `a:b` may be a scheme. */
const PLAIN = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/,;=+@!$*()') {
  PLAIN[character.charCodeAt(0)] = 1;
}

function isPlain(link: string): boolean {
  if (link.length === 0 || link.startsWith('//')) return false;
  for (let i = 0; i < link.length; i++) if (PLAIN[link.charCodeAt(i)] !== 1) return false;
  return true;
}

/** The path that a relative link leads to; null when it has dot segments after its start. */
function joinPath(directory: string, link: string): string | null {
  let end = directory.length;
  let start = 0;
  while (link.startsWith('../', start)) {
    if (end > 1) end = directory.lastIndexOf('/', end - 2) + 1;
    start += 3;
  }
  if (link.includes('./', start) || link.endsWith('.')) return null;
  if (start === 0 && link.startsWith('/')) return link;
  return directory.slice(0, end) + link.slice(start);
}
