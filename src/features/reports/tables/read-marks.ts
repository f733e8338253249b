/** The last run of a project whose news somebody has read. */
interface ReadMark {
  readonly projectId: number;
  readonly run: number;
}

/** How far each reader has read what runs told. */
export interface ReadMarks {
  /** The numbers of runs by project; none for projects of which nothing was read. */
  of(reader: string): Promise<ReadonlyMap<number, number>>;
  /** Replaces older marks, also by lower numbers: what was marked by mistake is unread again. */
  set(reader: string, marks: readonly ReadMark[]): Promise<void>;
}

declare module '../../../database/store.ts' {
  interface Store {
    readonly readMarks: ReadMarks;
  }
}
