import { ProjectError } from '../errors.ts';
import { codeFrame } from './code-frame.ts';
import type { FileProblem } from './file-problem.ts';

/** More than this nobody reads at once. */
const MOST_SHOWN = 20;

/** A project file that cannot be used, with everything that is wrong with it. */
export class ProjectFileError extends ProjectError {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[], text: string, fileName: string) {
    super('PROJECT_FILE_INVALID', report(problems, text, fileName));
    this.problems = problems;
  }
}

/** Each problem with its place, the lines around it, and what to write instead. */
export function report(problems: readonly FileProblem[], text: string, fileName: string): string {
  const shown = problems.slice(0, MOST_SHOWN).map((problem) => {
    const { line, column, message, hint } = problem;
    const frame = codeFrame(text, problem);
    return [
      `${fileName}:${line}:${column}: ${message}`,
      ...(frame === '' ? [] : frame.split('\n')),
      hint,
    ].join('\n  ');
  });
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  return shown.join('\n\n');
}
