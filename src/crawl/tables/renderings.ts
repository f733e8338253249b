/** How a browser showed a page at a visit. */
export interface VisitRendering {
  readonly pageId: number;
  /** How often it was rendered to be compared; 0 when only a picture was taken. */
  readonly times: number;
  /** PNG; null when none was taken. Its buffer is gone after the commit. */
  readonly picture: Uint8Array | null;
}

export interface Renderings {
  /** The pages that a run rendered, and how often altogether. */
  totals(runId: number): Promise<{ readonly pages: number; readonly times: number }>;
  /** The addresses of pages whose version was rendered: the next visit renders them, too. */
  urls(projectId: number): Promise<readonly string[]>;
  /** `picture` names a content. Null when no browser saw the page at that visit. */
  find(
    runId: number,
    pageId: number,
  ): Promise<{ readonly times: number; readonly picture: Uint8Array | null } | null>;
}

declare module '../../database/store.ts' {
  interface Store {
    readonly renderings: Renderings;
  }
}
