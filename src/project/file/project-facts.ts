import { z } from 'zod';
import { yesNo } from '../../config/index.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { type FileProblem, ProjectFileError } from './problems/project-file-error.ts';
import { schemaProblems } from './problems/schema-complaints.ts';
import { type KeepEntry, keepEntry } from './schema/crawl-entry.ts';
import { scheduleEntry } from './schema/schedule-entry.ts';
import { statesEntry } from './schema/states-entry.ts';
import { readBytes } from './yaml/read-bytes.ts';
import { problemAt, readYaml } from './yaml/read-yaml.ts';

/** What plans, retention and lists of projects need of a project file: small, and plain data. */
export interface ProjectFacts {
  /** Null when the project has none of its own. */
  readonly schedule: Schedule | null;
  /** Null when everything is kept. */
  readonly keep: KeepEntry | null;
  /** Whether a run waits until the results of the one before are confirmed. */
  readonly confirms: boolean;
  /** What the schedule does with states; `never` for a file without states. */
  readonly explores: 'after' | 'instead' | 'never';
}

const factsSchema = z.looseObject({
  schedule: scheduleEntry.optional(),
  keep: keepEntry.optional(),
  confirm: yesNo('confirm: yes').optional(),
  states: z.looseObject({ watch: statesEntry.shape.watch }).optional(),
});

/**
 * Reads these facts only: no pattern is compiled, and nothing else is checked. A stored file was checked when it was stored; what newer rules refuse
 * is reported when it runs. Throws PROJECT_FILE_INVALID.
 */
export function readProjectFacts(file: string): ProjectFacts {
  const fail = (problems: readonly FileProblem[], shown = file) =>
    new ProjectFileError(problems, shown, 'project file');
  const read = readBytes(file);
  if ('problem' in read) throw fail([read.problem], read.shown);
  const yaml = readYaml(read.text);
  if ('problems' in yaml) throw fail(yaml.problems);
  const parsed = factsSchema.safeParse(yaml.value);
  if (!parsed.success) {
    const problems = schemaProblems(yaml, parsed.error.issues);
    const shape = problemAt(yaml.lines, 0, 1, 'this is no map of settings', 'begin with name: tech-news');
    throw fail(problems.length > 0 ? problems : [shape]);
  }
  const { schedule = null, keep = null, confirm, states } = parsed.data;
  return {
    schedule,
    keep: keep as KeepEntry | null,
    confirms: confirm === true,
    explores: states === undefined ? 'never' : (states.watch ?? 'after'),
  };
}
