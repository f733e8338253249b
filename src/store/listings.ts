/** How a file was listed when its good version was fetched. */
export interface ListedFile {
  readonly pageId: number;
  /** Null when the listing does not say. */
  readonly size: number | null;
  /** `unit` is the precision. Both are in milliseconds. */
  readonly modified: { readonly at: number; readonly unit: number } | null;
  /** `algorithm:hex`. */
  readonly hash: string | null;
  readonly listedAt: number;
}

/** How files were listed. */
export interface Listings {
  /** The known ones among the pages, in no particular order. */
  find(pageIds: readonly number[]): Promise<readonly ListedFile[]>;
}
