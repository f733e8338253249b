import { parse } from 'yaml';
import type { DetectorDefinition } from '../../detect/index.ts';
import { ProjectError } from '../errors.ts';
import { parseProjectFile } from './parse-project-file.ts';

/** What is said of a detector besides its condition. */
type DetectorSurroundings = Pick<
  DetectorDefinition,
  'name' | 'match' | 'region' | 'language' | 'in' | 'comment'
>;

/**
 * A detector as somebody types it: a condition in short, such as `price < 30`, or all keys of a detector as in a project file, in
 * braces: `{ stems: [virus, flu] }`. Throws PROJECT_FILE_INVALID.
 */
export function typedDetector(
  condition: string,
  surroundings: DetectorSurroundings = {},
): DetectorDefinition {
  const written = /^\s*\{/.test(condition) ? yamlMap(condition) : { when: condition };
  const given = Object.fromEntries(Object.entries(surroundings).filter(([, value]) => value !== undefined));
  const smallest = { name: 'typed', source: 'https://example.org/', detectors: [{ ...written, ...given }] };
  const { detectors = [] } = parseProjectFile(JSON.stringify(smallest, null, 2), {
    fileName: 'what you typed',
  });
  return detectors[0] ?? {};
}

function yamlMap(text: string): object {
  try {
    return parse(text, { version: '1.2', schema: 'core', stringKeys: true }) as object;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ProjectError(
      'PROJECT_FILE_INVALID',
      `${text} cannot be read: ${error.message.split('\n', 1)[0]?.replace(/ at line .*$/, '')}. Write it as in { stems: [virus, flu] }.`,
    );
  }
}
