import { UrlError } from '../errors.ts';
import { normalizeUrl } from '../normalize/normalize-url.ts';

/** Each link once, normalised; what is no URL is left out, since nothing can be learned from it. */
export function comparableLinks(links: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  for (const link of links) {
    const url = normalizedOrNull(link);
    if (url !== null) seen.add(url);
  }
  return [...seen];
}

export function normalizedOrNull(link: string): string | null {
  try {
    return normalizeUrl(link);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
