/** How far a run may go. What is reached first pauses it; it can be resumed with other limits. */
export interface CrawlLimits {
  readonly pages: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Which limit is used up, in words; null when none is. */
export function limitReached(
  { pages, bytes, ms }: CrawlLimits,
  used: CrawlLimits,
  counted: 'pages' | 'files' = 'pages',
): string | null {
  if (used.pages >= pages) return `${pages} ${counted} fetched`;
  if (used.bytes >= bytes) return `${bytes} bytes fetched`;
  return used.ms >= ms ? `${Math.round(ms / 1000)} seconds are over` : null;
}
