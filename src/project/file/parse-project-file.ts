import { checkProject } from './check-project.ts';
import { type FileProblem, pathText } from './file-problem.ts';
import { placeOfValue } from './locate.ts';
import { ProjectFileError } from './project-file-error.ts';
import { type ProjectDefinition, projectSchema } from './project-schema.ts';
import { readBytes } from './read-bytes.ts';
import { problemAt, readYaml, type YamlFile } from './read-yaml.ts';
import { schemaProblems } from './schema-complaints.ts';

export interface ProjectFileOptions {
  /** Shown in messages. */
  readonly fileName?: string | undefined;
}

/** A project file that can be used. */
export interface ProjectFile {
  readonly definition: ProjectDefinition;
  /** Worth a look, with their places. */
  readonly warnings: readonly FileProblem[];
  readonly text: string;
  readonly yaml: YamlFile;
}

/** Reads a project from YAML or JSON. Throws ProjectFileError (PROJECT_FILE_INVALID) with all that is wrong. */
export function parseProjectFile(file: string | Uint8Array, options?: ProjectFileOptions): ProjectDefinition {
  return readProjectFile(file, options).definition;
}

/** The same, and what is doubtful although it can be used. */
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
  const parsed = projectSchema.safeParse(yaml.value);
  if (!parsed.success) throw fail(schemaProblems(yaml, parsed.error.issues));
  // zod leaves out what is not there; its types cannot say so.
  const definition = parsed.data as ProjectDefinition;
  const found = checkProject(definition).map(({ severity, path, message, hint }) => {
    const { offset, length } = placeOfValue(yaml, path);
    return { severity, problem: problemAt(yaml.lines, offset, length, message, hint, pathText(path)) };
  });
  const errors = found.flatMap(({ severity, problem }) => (severity === 'error' ? [problem] : []));
  if (errors.length > 0) throw fail(errors);
  return { definition, warnings: found.map(({ problem }) => problem), text, yaml };
}

const SMALLEST =
  'a project needs at least: name: tech-news and, on the next line, source: https://news.example.org/';

function notAMap({ value, lines }: YamlFile): FileProblem | null {
  if (value === null || value === undefined) return problemAt(lines, 0, 1, 'the file is empty', SMALLEST);
  if (Array.isArray(value))
    return problemAt(lines, 0, 1, 'the file is a list; a project is a map of settings', SMALLEST);
  if (typeof value === 'object') return null;
  const glued = typeof value === 'string' && /^\w+:\S/.test(value);
  return problemAt(
    lines,
    0,
    1,
    'the file holds no settings, only text',
    glued ? 'write a space after the colon: name: tech-news' : SMALLEST,
  );
}
