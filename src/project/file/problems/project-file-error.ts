import { ProjectError } from '../../errors.ts';
import { hiddenLine } from './hidden-secrets.ts';

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

/** Collects such problems. */
export class ProjectReport {
  readonly problems: ProjectProblem[] = [];

  error(path: FilePath, message: string, hint: string): void {
    this.problems.push({ severity: 'error', path, message, hint });
  }

  warn(path: FilePath, message: string, hint: string): void {
    this.problems.push({ severity: 'warning', path, message, hint });
  }
}

/** Enough to read at once. */
const MOST_SHOWN = 20;
const WIDEST = 100;

/** A project file that cannot be used, with everything that is wrong with it. */
export class ProjectFileError extends ProjectError {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[], text: string, fileName: string) {
    super('PROJECT_FILE_INVALID', reportFileProblems(problems, text, fileName));
    this.problems = problems;
  }
}

/** Each problem with its place, the lines around it, and what to write instead. */
export function reportFileProblems(problems: readonly FileProblem[], text: string, fileName: string): string {
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => {
    const { line, column, message, hint } = problem;
    return [`${fileName}:${line}:${column}: ${message}`, ...codeFrame(text, problem), hint].join('\n  ');
  });
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  return shown.join('\n\n');
}

/** The line of a problem and the one before it, with the place marked, as compilers show them. No lines for an empty file. */
function codeFrame(text: string, { line, column, length }: FileProblem): readonly string[] {
  if (text.trim() === '') return [];
  const lines = text.split(/\r?\n/);
  const width = String(line).length;
  const row = (number: number, content: string) => `${String(number).padStart(width)} | ${content}`.trimEnd();
  const shown: string[] = [];
  if ((lines[line - 2] ?? '').trim() !== '')
    shown.push(row(line - 1, clip(hiddenLine(lines, line - 2).line)));
  const hidden = hiddenLine(lines, line - 1);
  shown.push(row(line, clip(hidden.line)));
  const start = Math.min(hidden.shift(column - 1), WIDEST);
  const end = Math.min(hidden.shift(column - 1 + length), hidden.line.length, WIDEST);
  // Tabs are repeated, because a tab is as wide as the terminal makes it.
  const before = hidden.line.slice(0, start).replace(/[^\t]/g, ' ').padEnd(start);
  shown.push(`${' '.repeat(width)} | ${before}${'^'.repeat(Math.max(1, end - start))}`);
  return shown;
}

const clip = (line: string): string => (line.length > WIDEST ? `${line.slice(0, WIDEST - 1)}…` : line);
