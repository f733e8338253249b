/** What rules look at. A `Candidate` is one, as long as nothing has been fetched. */
export interface RuleSubject {
  /** Normalised. */
  readonly url: string;
  /** Null or absent when it is not known. */
  readonly depth?: number | null;
  /** Null or absent as long as the URL has not been fetched. */
  readonly answer?: AnswerFacts | null;
}

/** What an answer says of itself; null for what it does not say, and then no rule that asks for it matches. */
export interface AnswerFacts {
  /** The Content-Type header; parameters are ignored. */
  readonly type: string | null;
  readonly bytes: number | null;
  /** Since the page was last changed, by its own word. */
  readonly ageInSeconds: number | null;
}

/** Something a rule asks for. */
export interface Condition {
  /** As in "depth at least 4". */
  readonly words: string;
  /** What has to be known first: "depth", "type". Null when the URL says it. */
  readonly asksFor: string | null;
  /** Null when it cannot be known yet. */
  holds(subject: RuleSubject): boolean | null;
}
