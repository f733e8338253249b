import type { FilePath } from './file-problem.ts';
import type { ProjectProblem } from './project-problem.ts';
import type { ProjectDefinition } from './project-schema.ts';
import { addressOf } from './steps-of-project.ts';

const problem = (path: FilePath, message: string, hint: string): ProjectProblem => ({
  severity: 'error',
  path,
  message,
  hint,
});

/** What cannot be asked of folders: they have files, but no links, forms and cookies. */
export function checkFolders(project: ProjectDefinition): readonly ProjectProblem[] {
  const { source, preference, session, forms, steps = [] } = project;
  const isWeb = /^https?:/i.test(source.url);
  const keys = preference?.key === undefined ? [] : ['key' as const];
  const needsSftp = keys.map((key) =>
    problem(
      ['preference', key],
      'only SFTP knows log-ins by key',
      'take it out, or begin the source with sftp://',
    ),
  );
  if (isWeb) return needsSftp;
  return [
    ...(source.url.startsWith('sftp:') ? [] : needsSftp),
    ...(session === undefined
      ? []
      : [
          problem(
            ['session'],
            'a folder has no pages to log in by',
            'write user and password below "preference"',
          ),
        ]),
    ...(forms === undefined ? [] : [problem(['forms'], 'a folder has no forms', 'take them out')]),
    ...[...steps.entries()].flatMap(([i, step]) => [
      ...(['follow', 'form'] as const)
        .filter((key) => step[key] !== undefined)
        .map((key) =>
          problem(
            ['steps', i, key],
            'a folder has no links and forms',
            'say which folder to open: - open: /pub/intro/',
          ),
        ),
      ...(isSameSite(source.url, addressOf(project, step))
        ? []
        : [
            problem(
              ['steps', i, 'open'],
              'a step leads to another server',
              'make a project of its own for it',
            ),
          ]),
    ]),
  ];
}

function isSameSite(source: string, step: string): boolean {
  const [here, there] = [URL.parse(source), URL.parse(step)];
  return here?.protocol === there?.protocol && here?.host === there?.host;
}
