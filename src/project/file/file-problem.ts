/** A key of a map or the place in a list, from the outside in. */
export type FilePath = readonly (string | number)[];

/** Something that must be changed in a project file. */
export interface FileProblem {
  /** From 1 on. */
  readonly line: number;
  readonly column: number;
  /** How many characters of the line it is about. */
  readonly length: number;
  /** `steps[1].form.fill`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
}

/** `steps[1].form` */
export function pathText(path: FilePath): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${part}`))
    .join('');
}
