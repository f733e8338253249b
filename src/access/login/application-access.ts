import type { RequestAccess } from '../../fetch/index.ts';

/** A page as the browser has it, with how its document was asked for. */
export interface ReachedPage {
  /** Before redirects. */
  readonly requested: string;
  readonly url: string;
  /** 200 when the browser did not say. */
  readonly status: number;
  readonly html: string;
  /** When the visitor came, by `performance.now`. */
  readonly openedAt: number;
}

/** How visitors come to an application: who they are there, what they may open, and how often. */
export interface ApplicationAccess extends RequestAccess {
  /** Waits until a page may be opened or something be done: sites may ask for time between two requests. */
  turn(): Promise<void>;
  /** What is filled in for a value that stands for a secret; all others stay as they are. Only the browser gets to know it. */
  reveal(value: string): string;
  /** Whether a page shows that the session had ended. Then another has begun, and the visit is worth a second try. */
  hasLost(page: ReachedPage): Promise<boolean>;
}

/** For applications of one's own: strangers who may open everything at once. */
export const freeAccess: ApplicationAccess = {
  session: null,
  turn: () => Promise.resolve(),
  refusal: () => null,
  reveal: (value) => value,
  hasLost: () => Promise.resolve(false),
};
