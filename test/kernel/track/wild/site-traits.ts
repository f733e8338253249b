/** What belongs to a site, and is the same for every visitor. */
export interface SiteTraits {
  readonly seed: string;
  has(habit: string): boolean;
  /** Eight of them, which rotate. */
  readonly adverts: readonly string[];
  /** The element around content that rotates: an aside, or one of many divisions. */
  readonly layout: 'semantic' | 'divisions';
  readonly startsAt: number;
}
