/** What is stored, and what of it is still needed. */
export interface Upkeep {
  /** What the database takes on disk, in bytes; files beside it do not count. */
  databaseBytes(): Promise<number>;
}
