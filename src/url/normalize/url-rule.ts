import type { UrlParts } from './url-parts.ts';

/** One step of normalisation: two spellings that name the same page become one. */
export interface UrlRule {
  /** Shown when this rule changed a URL. */
  readonly name: string;
  /** One sentence for people: why the two spellings name the same page. */
  readonly why: string;
  /** The same object when nothing changes. Never throws; applied to its own result it changes nothing. */
  apply(parts: UrlParts): UrlParts;
}
