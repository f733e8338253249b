import type { JoinedChange } from '../../presentation/diff/shown-changes.ts';
import type { Box } from '../../presentation/pictures/differing-regions.ts';
import type { Flag } from '../../track/index.ts';

/** A page, with its address in readable form. */
export interface ExportedPage {
  readonly file: string;
  readonly url: string;
  readonly address: string;
}

/** A change whose long texts and lists of links are cut. */
export interface ExportedChange extends JoinedChange {
  /** How many links are not listed. */
  readonly moreLinks: number;
}

/** What the exported file of a diff shows. */
export interface ExportedDiff {
  readonly project: string;
  readonly page: ExportedPage;
  /** `run 1, 2026-01-05 08:00 UTC → run 2, …`. */
  readonly versions: string;
  /** Sentences that say what is compared, whose verdict it is, and how many changes there are. */
  readonly notes: readonly string[];
  readonly changes: readonly ExportedChange[];
  /** How many changes are not listed. */
  readonly more: number;
}

/** What the exported file of a report shows first; rows, groups of changes and pictures follow as blocks of lines. */
export interface ExportedReport {
  readonly project: string;
  readonly run: number;
  readonly start: ExportedPage;
  readonly when: string;
  /** Null for a run without pages. */
  readonly summary: string | null;
  readonly notices: readonly string[];
  readonly totals: Readonly<Record<Flag, number>>;
  /** The flags whose pages are in the file. */
  readonly flags: readonly Flag[];
  readonly groupCount: number;
  readonly changedMost: readonly (ExportedPage & { readonly size: string; readonly howOften: string })[];
  readonly nearDuplicates: readonly { readonly says: string; readonly pages: readonly ExportedPage[] }[];
  readonly about: string;
  readonly rules: readonly { readonly id: string; readonly says: string }[];
}

/** A page with its flag, a line of the block `rows`. */
export interface ExportedRow extends ExportedPage {
  readonly flag: Flag;
  readonly reason: string;
}

/** Changes that the same pages have, a line of the block `groups`. */
export interface ExportedGroup {
  /** `The footer changed on 79 pages`; null for a single page. */
  readonly title: string | null;
  readonly changes: readonly ExportedChange[];
  readonly more: number;
  readonly reason: string;
  readonly pages: readonly ExportedPage[];
  readonly pageCount: number;
}

/** A picture in a block of its own, with the regions that differ. */
export interface ExportedPicture {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
}

/** Pictures of a page, in the block `shots`. Null when there is no picture, or when it cannot be read. */
export interface ExportedPictures extends ExportedPage {
  readonly before: ExportedPicture | null;
  readonly after: ExportedPicture | null;
}
