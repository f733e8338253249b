import type { ContentRule } from './fetched-content.ts';

/** Rejects bodies larger than the user wants to keep. Half a page is never kept in its place. */
export const contentTooLarge = (maxBytes: number): ContentRule => ({
  name: 'too large',
  decide: ({ bytes }) => (bytes !== null && bytes > maxBytes ? 'reject' : 'none'),
  reason: ({ bytes }) => `${bytes} bytes; at most ${maxBytes} are kept`,
});
