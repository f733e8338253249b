/** A site to crawl, served by another process on loopback. All its pages are known. */
export interface BenchSite {
  /** For the reader: what it is and who serves it. */
  readonly description: string;
  readonly origin: string;
  /** Path of the first page. */
  readonly start: string;
  /** Paths of the site begin with this; those of pages end with `.html`. */
  readonly scope: string;
  /** Paths of all pages, each of which can be reached from the start. */
  readonly pages: ReadonlySet<string>;
  /** The requests since the last call. */
  takeRequests(): Promise<readonly ServedRequest[]>;
  stop(): Promise<void>;
}

export interface ServedRequest {
  readonly path: string;
  readonly status: number;
}
