/** What reading one PDF may cost. Each limit stops a file that is made to stop us. */
export interface PdfLimits {
  /** Larger files are not opened. Default 64 MiB. */
  readonly maxBytes: number;
  /** Default 30 s. */
  readonly timeoutMs: number;
  /** Pages after these are left out. Default 2,000. */
  readonly maxPages: number;
  /** Text after this is left out. Default 10 million characters. */
  readonly maxCharacters: number;
  /** The heap of the thread. Default 512 MiB. */
  readonly maxHeapMiB: number;
}

export const defaultPdfLimits: PdfLimits = Object.freeze({
  maxBytes: 64 * 1024 * 1024,
  timeoutMs: 30_000,
  maxPages: 2_000,
  maxCharacters: 10_000_000,
  maxHeapMiB: 512,
});

export type PdfText =
  /** Pages are apart by an empty line. `isWhole` is false when a limit cut the text off. */
  | { readonly text: string; readonly pages: number; readonly isWhole: boolean }
  /** Why there is no text; the file is then judged by its bytes. */
  | { readonly problem: string };
