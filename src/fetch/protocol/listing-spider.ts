import type { FetchError } from '../errors.ts';

/** Visits one site that lists its files. It does one thing at a time; to do more, start several. */
export interface ListingSpider {
  /**
   * The entries of one folder, whose URL ends with a slash. Throws a FetchError if the folder cannot be read to its end:
   * with half a listing, files would look gone.
   */
  list(folder: string): Promise<Listing>;
  /**
   * The bytes of a file from `offset` on (0 if the protocol does not resume). It ends once the server has confirmed that
   * this was all, and throws a FetchError otherwise. Leaving the loop early, or the signal, ends the transfer.
   */
  fetch(url: string, options: ReadOptions): AsyncIterable<Uint8Array>;
  /** Never throws. */
  close(): Promise<void>;
}

export interface ReadOptions {
  readonly offset: number;
  readonly signal: AbortSignal;
}

export interface Listing {
  readonly entries: readonly ListedEntry[];
  /** Entries that cannot be read or requested, each reported once. They do not affect the others. */
  readonly problems: readonly FetchError[];
}

export interface ListedEntry {
  /** One path segment of a URL. Every byte that is not plain is percent-encoded, so no name is lost or changed. */
  readonly name: string;
  /** A `link` leads to a folder or nowhere; a link to a file is listed as that file. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Null if the protocol does not say. */
  readonly size: number | null;
  readonly modified: ListedTime | null;
  /** `algorithm:hex`, or null. */
  readonly hash: string | null;
}

/** A time, as exact as the listing is. */
export interface ListedTime {
  /** Milliseconds since 1970; in the server's own time zone if it does not say which. */
  readonly at: number;
  /** The precision of the listing in milliseconds: a second, a minute, a day. */
  readonly unit: number;
}
