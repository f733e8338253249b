/** How a body is kept: compressed, or as it came because it would not shrink. */
export type ContentEncoding = 'zstd' | 'identity';

/** A body ready to be stored, named by the SHA-256 of the original. */
export interface PackedContent {
  readonly sha256: Uint8Array;
  /** Length of the original. */
  readonly bytes: number;
  readonly encoding: ContentEncoding;
  readonly data: Uint8Array;
}
