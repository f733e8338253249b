import type { UrlPattern } from './url-pattern.ts';

/**
 * Whether a pattern that matches a URL of this host speaks about the host by name: `https://search\.example\.org/`, or
 * `https://*.example.org/**` as a glob. Rules that merely happen to match (`\.html$`) say nothing about other hosts.
 */
export function namesHost({ kind, source }: UrlPattern, host: string): boolean {
  const plain = source.replaceAll('\\', '').toLowerCase();
  for (let at = plain.indexOf(host); at !== -1; at = plain.indexOf(host, at + 1)) {
    if (!isPartOfHost(plain[at - 1]) && !isPartOfHost(plain[at + host.length])) return true;
  }
  return kind === 'glob' && endsLikeGlob(host, source);
}

const isPartOfHost = (character: string | undefined): boolean =>
  character !== undefined && /[\w.-]/.test(character);

/** `news.example.org` ends like `https://*.example.org/**`: at least two names must be spelled out. */
function endsLikeGlob(host: string, glob: string): boolean {
  const place = /^[^/]*:\/\/([^/]+)/.exec(glob)?.[1] ?? '';
  const end = /[*}](\.[\w.-]+)$/.exec(place)?.[1]?.toLowerCase() ?? '';
  return end.split('.').length > 2 && host.endsWith(end);
}
