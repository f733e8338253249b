/** What belongs to a site, whoever looks. */
export interface SiteTraits {
  readonly seed: string;
  has(habit: string): boolean;
  /** Eight of them, which come again and again. */
  readonly adverts: readonly string[];
  /** Of elements that hold what is drawn: an aside, or one of many divisions. */
  readonly layout: 'semantic' | 'divisions';
  readonly startsAt: number;
}
