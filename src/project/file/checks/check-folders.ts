import { type ProjectProblem, projectError } from '../problems/file-problem.ts';
import { addressOf, type ProjectDefinition } from '../schema/project-schema.ts';

/** What folders cannot do: they have files, but no links, forms or cookies. */
export function checkFolders(project: ProjectDefinition): readonly ProjectProblem[] {
  const { source, preference, session, forms, steps = [] } = project;
  const isWeb = /^https?:/i.test(source.url);
  const keyProblems =
    preference?.key === undefined || source.url.startsWith('sftp:')
      ? []
      : [
          projectError(
            ['preference', 'key'],
            'only SFTP servers take a key',
            'remove it, or begin the source with sftp://',
          ),
        ];
  if (isWeb) return keyProblems;
  const sessionProblems =
    session === undefined
      ? []
      : [
          projectError(
            ['session'],
            'a folder has no page to log in on',
            'put user and password under "preference"',
          ),
        ];
  const formProblems =
    forms === undefined ? [] : [projectError(['forms'], 'a folder has no forms', 'remove them')];
  const stepProblems = [...steps.entries()].flatMap(([i, step]) => [
    ...(['follow', 'form'] as const)
      .filter((key) => step[key] !== undefined)
      .map((key) =>
        projectError(
          ['steps', i, key],
          'a folder has no links or forms',
          'write which folder to open: - open: /pub/intro/',
        ),
      ),
    ...(isSameServer(source.url, addressOf(project, step))
      ? []
      : [
          projectError(
            ['steps', i, 'open'],
            'this step opens another server',
            'make a separate project for it',
          ),
        ]),
  ]);
  return [...keyProblems, ...sessionProblems, ...formProblems, ...stepProblems];
}

function isSameServer(source: string, step: string): boolean {
  const [here, there] = [URL.parse(source), URL.parse(step)];
  return here?.protocol === there?.protocol && here?.host === there?.host;
}
