/** A page that shows what another one shows (E3). */
interface Alias {
  readonly pageId: number;
  readonly url: string;
  readonly ofPageId: number;
  readonly ofUrl: string;
  readonly sinceRunId: number;
  readonly agreements: number;
}

/** A page that shares its text with others, with its version for a closer comparison. */
export interface SharedText {
  readonly signature: Uint8Array;
  readonly pageId: number;
  readonly url: string;
  readonly sha256: Uint8Array | null;
  /** The last run whose visit was good. */
  readonly goodRunId: number;
  readonly versionRunId: number;
  /** Null when it is not an alias. */
  readonly aliasOf: number | null;
}

/** What a run found about aliases. */
export interface AliasChanges {
  readonly found: readonly { readonly pageId: number; readonly ofPageId: number }[];
  /** Aliases that still show the same. */
  readonly agreed: readonly number[];
  /** Pages that are no longer aliases. */
  readonly parted: readonly number[];
}

export interface Aliases {
  /** By the page they are aliases of. */
  list(projectId: number): Promise<readonly Alias[]>;
  /** Pages that share their text, or its quiet part, with another page: grouped by signature, after the given signature. */
  sharedTexts(
    projectId: number,
    part: { after: Uint8Array | null; texts: number; of?: 'signature' | 'quiet_signature' },
  ): Promise<readonly SharedText[]>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly aliases: Aliases;
  }
}
