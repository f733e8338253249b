/** What bounds the transfer of one file. Files may be far larger than pages, so the rate counts, not the time. */
export interface TransferLimits {
  /** Until the first byte comes. Default 30 s. */
  readonly firstByteTimeoutMs: number;
  /** For all of it. Default 12 h. */
  readonly totalTimeoutMs: number;
  /** A file that comes slower than this, measured over `rateWindowMs`, is given up. Default 64 bytes a second. */
  readonly minBytesPerSecond: number;
  /** Default 15 s. */
  readonly rateWindowMs: number;
  /** Default 16 GiB. */
  readonly maxBytes: number;
}

export const defaultTransferLimits: TransferLimits = Object.freeze({
  firstByteTimeoutMs: 30_000,
  totalTimeoutMs: 12 * 3_600_000,
  minBytesPerSecond: 64,
  rateWindowMs: 15_000,
  maxBytes: 16 * 1024 ** 3,
});
