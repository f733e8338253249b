import { listInWords } from '../../../config/index.ts';
import type { FilePath, ProjectReport } from '../problems/project-file-error.ts';
import type { FormEntry } from '../schema/form-entry.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';
import { secretName } from '../schema/secret-reference.ts';

/** User, password, key and passphrase need each other. */
export function accountIsComplete({ preference }: ProjectDefinition, report: ProjectReport): void {
  const { user, password, key, passphrase } = preference ?? {};
  const refuse = (place: string, message: string, hint: string) =>
    report.error(['preference', place], message, hint);
  if (passphrase !== undefined && key === undefined)
    refuse('passphrase', 'a passphrase needs a key', 'add key: { file: id_ed25519 }');
  else if (user !== undefined && password === undefined && key === undefined)
    refuse('user', 'a user needs a password', 'add password: { env: NEWS_PASSWORD }');
  else if (user !== undefined) return;
  else if (password !== undefined) refuse('password', 'a password needs a user', 'add user: NAME');
  else if (key !== undefined) refuse('key', 'a key needs a user', 'add user: NAME');
}

export function oneWayToLogIn({ preference, session }: ProjectDefinition, report: ProjectReport): void {
  const login = session?.login;
  const isHttp = login !== undefined && ('basic' in login || 'digest' in login);
  if (isHttp && preference?.user !== undefined)
    report.error(
      ['session', 'login'],
      'user and password are given twice: here and under "preference"',
      'keep one of them',
    );
}

export function loginStepExists({ session, steps = [] }: ProjectDefinition, report: ProjectReport): void {
  const login = session?.login;
  if (login === undefined || !('step' in login)) return;
  const path: FilePath = ['session', 'login'];
  const step = steps.find(({ name }) => name === login.step);
  const names = steps.flatMap(({ name }) => name ?? []);
  if (step === undefined)
    report.error(
      path,
      `no step is called "${login.step}"`,
      names.length === 0
        ? `name the step that logs in: - name: ${login.step}`
        : `write the name of a step: ${listInWords(names, 'or')}`,
    );
  else if (step.form === undefined)
    report.error(
      path,
      `the step "${login.step}" fills in no form, so it cannot log in`,
      'give that step a form',
    );
  else if (step.collect !== false)
    report.warn(
      path,
      `the step "${login.step}" logs in, and collects pages too`,
      'write collect: no in that step, and collect in the next one',
    );
}

export function loginIsWatched({ session }: ProjectDefinition, report: ProjectReport): void {
  if (session?.login !== undefined && session.loggedInWhen === undefined && !('bearer' in session.login))
    report.warn(
      ['session', 'login'],
      'nothing shows whether a page is seen logged in, so a lost session may go unnoticed',
      'add loggedInWhen: { text: Log out }',
    );
}

/** Fields that sound secret should not have their value in the file. */
export function passwordsAreReferences(
  { forms = [], steps = [], session }: ProjectDefinition,
  report: ProjectReport,
): void {
  const check = (path: FilePath, values: Readonly<Record<string, unknown>> = {}): void => {
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'string' && secretName.test(name))
        report.warn(
          [...path, name],
          `"${name}" looks like a secret, and everyone who sees the file can read it`,
          `write ${name}: { env: NEWS_PASSWORD }`,
        );
  };
  const checkForm = (path: FilePath, form: FormEntry | undefined) => check([...path, 'fill'], form?.fill);
  for (const [i, form] of forms.entries()) checkForm(['forms', i], form);
  for (const [i, { form }] of steps.entries()) checkForm(['steps', i, 'form'], form);
  const login = session?.login;
  if (login !== undefined && 'form' in login) checkForm(['session', 'login', 'form'], login.form);
  if (login !== undefined && 'json' in login) check(['session', 'login', 'json', 'send'], login.json.send);
}
