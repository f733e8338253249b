export const isoTime = (at: number): string => new Date(at).toISOString();

export const isoTimeOrNull = (at: number | null): string | null => (at === null ? null : isoTime(at));

export const hexOrNull = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('hex');
