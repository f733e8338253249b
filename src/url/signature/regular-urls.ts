/**
 * E6, section 4.3: the URLs seen in every crawling session, the ones whose redundancy costs something at each of them.
 * As written, each once, in the order of the first session. No session, no URLs.
 */
export function regularUrls(sessions: readonly (readonly string[])[]): string[] {
  const [first = [], ...later] = sessions;
  let regular = [...new Set(first)];
  for (const session of later) {
    const seen = new Set(session);
    regular = regular.filter((url) => seen.has(url));
  }
  return regular;
}
