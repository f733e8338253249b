import { parse } from 'yaml';
import { messageOf } from '../../base/index.ts';
import type { DetectorDefinition } from '../../detect/index.ts';
import { boundedTogether } from '../../document/index.ts';
import { ProjectError } from '../errors.ts';
import { type ChannelCheck, checkProject } from './checks/check-project.ts';
import { type FileProblem, ProjectFileError, pathText } from './problems/project-file-error.ts';
import { schemaProblems } from './problems/schema-complaints.ts';
import { type ProjectDefinition, projectSchema } from './schema/project-schema.ts';
import type { StepKey } from './schema/step-entry.ts';
import { placeOfValue } from './yaml/locate.ts';
import { readBytes } from './yaml/read-bytes.ts';
import { problemAt, readYaml, type YamlFile } from './yaml/read-yaml.ts';

export interface ProjectFileOptions {
  /** Shown in messages. */
  readonly fileName?: string | undefined;
  /** Keys that steps may have besides the usual ones. */
  readonly stepKeys?: readonly StepKey[];
  /** What the channels say about the addresses under `notify`. Default: nothing is wrong with them. */
  readonly checkChannel?: ChannelCheck;
}

/** A project file that can be used. */
export interface ProjectFile {
  readonly definition: ProjectDefinition;
  /** What is worth a look, with its place. */
  readonly warnings: readonly FileProblem[];
  readonly text: string;
  readonly yaml: YamlFile;
}

/** Reads a project from YAML or JSON. Throws ProjectFileError (PROJECT_FILE_INVALID) with everything that is wrong. */
export function parseProjectFile(file: string | Uint8Array, options?: ProjectFileOptions): ProjectDefinition {
  return readProjectFile(file, options).definition;
}

/** The same, with warnings and the text itself. */
export function readProjectFile(file: string | Uint8Array, options: ProjectFileOptions = {}): ProjectFile {
  const fileName = options.fileName ?? 'project file';
  const read = readBytes(file);
  if ('problem' in read) throw new ProjectFileError([read.problem], read.shown, fileName);
  const { text } = read;
  const fail = (problems: readonly FileProblem[]) => new ProjectFileError(problems, text, fileName);
  const yaml = readYaml(text);
  if ('problems' in yaml) throw fail(yaml.problems);
  const shape = notAMap(yaml);
  if (shape !== null) throw fail([shape]);
  const parsed = boundedTogether(() => projectSchema(options.stepKeys).safeParse(yaml.value));
  if (!parsed.success) throw fail(schemaProblems(yaml, parsed.error.issues));
  // zod leaves out what is absent; its types cannot say so.
  const definition = parsed.data as ProjectDefinition;
  const channelProblems = (definition.notify ?? []).flatMap((entry, i) => {
    const problem = options.checkChannel?.(entry) ?? null;
    return problem === null ? [] : [{ ...problem, path: ['notify', i, 'to'] }];
  });
  const found = [...checkProject(definition), ...channelProblems].map(({ severity, path, message, hint }) => {
    const { offset, length } = placeOfValue(yaml, path);
    return { severity, problem: problemAt(yaml.lines, offset, length, message, hint, pathText(path)) };
  });
  const errors = found.flatMap(({ severity, problem }) => (severity === 'error' ? [problem] : []));
  if (errors.length > 0) throw fail(errors);
  return { definition, warnings: found.map(({ problem }) => problem), text, yaml };
}

const SMALLEST =
  'a project needs at least two lines: name: tech-news, then source: https://news.example.org/';

function notAMap({ value, lines }: YamlFile): FileProblem | null {
  if (value === null || value === undefined) return problemAt(lines, 0, 1, 'the file is empty', SMALLEST);
  if (Array.isArray(value))
    return problemAt(lines, 0, 1, 'the file is a list; a project is a map of settings', SMALLEST);
  if (typeof value === 'object') return null;
  const lacksSpace = typeof value === 'string' && /^\w+:\S/.test(value);
  return problemAt(
    lines,
    0,
    1,
    'the file has no settings, only text',
    lacksSpace ? 'put a space after the colon: name: tech-news' : SMALLEST,
  );
}

/** The keys of a detector besides its condition. */
type DetectorContext = Pick<DetectorDefinition, 'name' | 'match' | 'region' | 'language' | 'in' | 'comment'>;

/**
 * A detector as a user types it: a condition in short, such as `price < 30`, or all keys of a detector as in a project file, in
 * braces: `{ stems: [virus, flu] }`. Throws PROJECT_FILE_INVALID.
 */
export function typedDetector(condition: string, context: DetectorContext = {}): DetectorDefinition {
  const written = /^\s*\{/.test(condition) ? yamlMap(condition) : { when: condition };
  const given = Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
  const smallest = { name: 'typed', source: 'https://example.org/', detectors: [{ ...written, ...given }] };
  const { detectors = [] } = parseProjectFile(JSON.stringify(smallest, null, 2), {
    fileName: 'what you typed',
  });
  return detectors[0] ?? {};
}

function yamlMap(text: string): object {
  try {
    return parse(text, { version: '1.2', schema: 'core', stringKeys: true, prettyErrors: false }) as object;
  } catch (error) {
    const reason = `${text} cannot be read: ${messageOf(error)}`;
    throw new ProjectError('PROJECT_FILE_INVALID', {
      reason,
      hint: 'Write it as in { stems: [virus, flu] }.',
    });
  }
}
