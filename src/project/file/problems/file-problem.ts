/** The keys of maps and places in lists that lead to a value, from the outside in. */
export type FilePath = readonly (string | number)[];

/** Something that must be changed in a project file. */
export interface FileProblem {
  /** Counted from 1, like the column. */
  readonly line: number;
  readonly column: number;
  /** How many characters to mark. */
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

/** A problem with how the fields of a project go together. */
export interface ProjectProblem {
  /** A project with errors cannot run; warnings are worth a look. */
  readonly severity: 'error' | 'warning';
  readonly path: FilePath;
  readonly message: string;
  readonly hint: string;
}

export const projectError = (path: FilePath, message: string, hint: string): ProjectProblem => ({
  severity: 'error',
  path,
  message,
  hint,
});

export const projectWarning = (path: FilePath, message: string, hint: string): ProjectProblem => ({
  severity: 'warning',
  path,
  message,
  hint,
});
