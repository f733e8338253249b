import { ApiError } from './errors.ts';
import type { Caller } from './gate.ts';

/** The user who begins something; null for an administrator, who knows what the machine can take. */
export const beginnerOf = ({ principal }: Pick<Caller, 'principal'>): string | null =>
  principal.kind === 'anonymous' || principal.user.role === 'administrator' ? null : principal.user.name;

interface PlaceLimits {
  /** Of one user. */
  readonly ofUser: number;
  /** Of all users together. */
  readonly ofAll: number;
}

/** Places for what users begin by hand, and what takes much of the machine: a browser, or memory for pages. */
export class SharedPlaces {
  /** Who holds a place, by project. */
  readonly #holders = new Map<string, string>();
  /** What takes a place, in words: "runs are under way". */
  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  holderOf(project: string): string | null {
    return this.#holders.get(project) ?? null;
  }

  heldBy(user: string): number {
    return [...this.#holders.values()].filter((holder) => holder === user).length;
  }

  /** Throws API_TOO_MANY when the user has too many places, and API_BUSY when all users together have. Administrators need none. */
  take(project: string, user: string | null, { ofUser, ofAll }: PlaceLimits): void {
    if (user === null) return;
    if (this.heldBy(user) >= ofUser)
      throw new ApiError(
        'API_TOO_MANY',
        `${ofUser} of your ${this.#what}, which is the most for one user: begin this one when one of them has ended.`,
      );
    if (this.#holders.size >= ofAll)
      throw new ApiError(
        'API_BUSY',
        `${ofAll} ${this.#what}: begin this one when one of them has ended, or leave it to the schedule.`,
      );
    this.#holders.set(project, user);
  }

  giveBack(project: string): void {
    this.#holders.delete(project);
  }
}
