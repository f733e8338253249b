/** A page in a class of near-duplicates. */
export interface NearDuplicate {
  readonly file: string;
  readonly url: string;
  readonly identity: string;
}

/** Pages whose relevant text is the same but for a few words (the setting `content`). */
export interface NearDuplicateClass {
  /** The page that was found first. */
  readonly of: NearDuplicate;
  /** The others, in the order of their ids. */
  readonly pages: readonly NearDuplicate[];
}
