import { listInWords } from '../../../config/index.ts';
import {
  type FilePath,
  type ProjectProblem,
  projectError,
  projectWarning,
} from '../problems/project-file-error.ts';
import type { FormEntry } from '../schema/form-entry.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';
import { secretName } from '../schema/secret-reference.ts';

type Problems = readonly ProjectProblem[];

/** User, password, key and passphrase need each other. */
export function accountIsComplete({ preference }: ProjectDefinition): Problems {
  const { user, password, key, passphrase } = preference ?? {};
  const problem = (place: string, message: string, hint: string) => [
    projectError(['preference', place], message, hint),
  ];
  if (passphrase !== undefined && key === undefined)
    return problem('passphrase', 'a passphrase needs a key', 'add key: { file: id_ed25519 }');
  if (user !== undefined && password === undefined && key === undefined)
    return problem('user', 'a user needs a password', 'add password: { env: NEWS_PASSWORD }');
  if (user !== undefined) return [];
  if (password !== undefined) return problem('password', 'a password needs a user', 'add user: NAME');
  if (key !== undefined) return problem('key', 'a key needs a user', 'add user: NAME');
  return [];
}

export function oneWayToLogIn({ preference, session }: ProjectDefinition): Problems {
  const login = session?.login;
  const isHttp = login !== undefined && ('basic' in login || 'digest' in login);
  return isHttp && preference?.user !== undefined
    ? [
        projectError(
          ['session', 'login'],
          'user and password are given twice: here and under "preference"',
          'keep one of them',
        ),
      ]
    : [];
}

export function loginStepExists({ session, steps = [] }: ProjectDefinition): Problems {
  const login = session?.login;
  if (login === undefined || !('step' in login)) return [];
  const path: FilePath = ['session', 'login'];
  const step = steps.find(({ name }) => name === login.step);
  if (step === undefined) {
    const names = steps.flatMap(({ name }) => name ?? []);
    const hint =
      names.length === 0
        ? `name the step that logs in: - name: ${login.step}`
        : `write the name of a step: ${listInWords(names, 'or')}`;
    return [projectError(path, `no step is called "${login.step}"`, hint)];
  }
  if (step.form === undefined)
    return [
      projectError(
        path,
        `the step "${login.step}" fills in no form, so it cannot log in`,
        'give that step a form',
      ),
    ];
  return step.collect === false
    ? []
    : [
        projectWarning(
          path,
          `the step "${login.step}" logs in, and collects pages too`,
          'write collect: no in that step, and collect in the next one',
        ),
      ];
}

export function loginIsWatched({ session }: ProjectDefinition): Problems {
  return session?.login !== undefined && session.loggedInWhen === undefined && !('bearer' in session.login)
    ? [
        projectWarning(
          ['session', 'login'],
          'nothing shows whether a page is seen logged in, so a lost session may go unnoticed',
          'add loggedInWhen: { text: Log out }',
        ),
      ]
    : [];
}

/** Fields that sound secret should not have their value in the file. */
export function passwordsAreReferences({ forms = [], steps = [], session }: ProjectDefinition): Problems {
  const login = session?.login;
  const filled: readonly (readonly [FilePath, FormEntry | undefined])[] = [
    ...forms.map((form, i) => [['forms', i, 'fill'], form] as const),
    ...steps.map(({ form }, i) => [['steps', i, 'form', 'fill'], form] as const),
    [['session', 'login', 'form', 'fill'], login !== undefined && 'form' in login ? login.form : undefined],
  ];
  const sent = login !== undefined && 'json' in login ? login.json.send : {};
  const named: readonly (readonly [FilePath, Readonly<Record<string, unknown>>])[] = [
    ...filled.map(([path, form]) => [path, form?.fill ?? {}] as const),
    [['session', 'login', 'json', 'send'], sent],
  ];
  return named.flatMap(([path, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' && secretName.test(name)
        ? [
            projectWarning(
              [...path, name],
              `"${name}" looks like a secret, and everyone who sees the file can read it`,
              `write ${name}: { env: NEWS_PASSWORD }`,
            ),
          ]
        : [],
    ),
  );
}
