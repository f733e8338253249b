import {
  type FormText,
  type FormValue,
  isSecretReference,
  Redactor,
  resolveSecret,
  type Secret,
  type SecretReaders,
} from '../../access/index.ts';
import type {
  FieldValue,
  FormEntry,
  JsonValue,
  ProjectDefinition,
  SecretReference,
} from '../../project/index.ts';
import { nameOfStep } from './step-error.ts';

type SecretValue = FormText | SecretReference;

/** The secrets of a project. Each is looked up once, before the first request to the site. */
export class ProjectSecrets {
  readonly #found: ReadonlyMap<string, Secret>;
  readonly #known: readonly (Secret | string)[];
  /** Removes the secrets from everything that is shown or stored. */
  readonly redactor: Redactor;

  private constructor(found: ReadonlyMap<string, Secret>, typed: readonly string[]) {
    this.#found = found;
    this.#known = [...found.values(), ...typed];
    this.redactor = new Redactor(this.#known);
  }

  /** `typed` are secrets that the user typed for this run. Throws ACCESS_SECRET_MISSING, which names the purpose of the secret. */
  static async find(
    project: ProjectDefinition,
    readers: SecretReaders,
    typed: readonly string[] = [],
  ): Promise<ProjectSecrets> {
    const found = new Map<string, Secret>();
    for (const [reference, wantedFor] of referencesIn(project)) {
      const key = JSON.stringify(reference);
      if (!found.has(key)) found.set(key, await resolveSecret(reference, readers, wantedFor));
    }
    return new ProjectSecrets(found, typed);
  }

  get any(): boolean {
    return this.#known.length > 0;
  }

  text(value: SecretValue): FormText {
    return isSecretReference(value) ? (this.#found.get(JSON.stringify(value)) ?? '') : value;
  }

  /** The value as plain text, for the one place that needs it. */
  reveal(value: SecretValue): string {
    const text = this.text(value);
    return typeof text === 'string' ? text : text.reveal();
  }

  /** The JSON object of a log-in, with its secrets as plain text. */
  revealIn(value: JsonValue): unknown {
    if (typeof value !== 'object') return value;
    if (isSecretReference(value)) return this.reveal(value);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.revealIn(each)]));
  }

  /** The value of one field in one submission. */
  value(value: Exclude<FieldValue, readonly unknown[]>): FormValue {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'object' && 'all' in value) return value.all.map((each) => this.text(each));
    return this.text(value);
  }
}

/** Where the secrets of a project are stored. */
export const secretReferences = (project: ProjectDefinition): readonly SecretReference[] =>
  referencesIn(project).map(([reference]) => reference);

/** The user and password of a log-in by HTTP authentication; null for any other log-in. */
export function httpAccountOf(session: ProjectDefinition['session']) {
  const login = session?.login;
  if (login === undefined) return null;
  return 'basic' in login ? login.basic : 'digest' in login ? login.digest : null;
}

type Wanted = readonly [reference: SecretReference, wantedFor: string];

/** Only at keys that may have a secret: a form may also have a field called "file". */
function referencesIn(project: ProjectDefinition): readonly Wanted[] {
  const { preference, session, steps = [], forms = [], crawl, states } = project;
  const login = session?.login;
  const account = httpAccountOf(session);
  const values: readonly (readonly [unknown, string])[] = [
    [preference?.user, 'user of the site'],
    [preference?.password, 'password of the site'],
    [preference?.key, 'private key of the user'],
    [preference?.passphrase, 'passphrase of the private key'],
    [account?.user, 'user of the log-in'],
    [account?.password, 'password of the log-in'],
    [login !== undefined && 'bearer' in login ? login.bearer : null, 'token of the log-in'],
    [session?.cookies, 'cookies to start with'],
    [crawl?.proxy, 'address of the proxy'],
    ...(login !== undefined && 'json' in login ? valuesIn(login.json.send, 'the log-in') : []),
    ...(login !== undefined && 'form' in login ? fieldsOf(login.form, 'the log-in') : []),
    ...steps.flatMap(({ form }, i) => fieldsOf(form, nameOfStep(project, i))),
    ...forms.flatMap((form, i) => fieldsOf(form, `form ${i + 1}`)),
    ...fieldsOf(session?.logout?.form, 'the log-out'),
    ...Object.entries(states?.fill ?? {}).map(
      ([field, value]) => [value, `"${field}" of the states`] as const,
    ),
  ];
  return values.flatMap(([value, wantedFor]) =>
    isSecretReference(value) ? [[value, wantedFor] as const] : [],
  );
}

function valuesIn(
  object: Readonly<Record<string, JsonValue>>,
  where: string,
): readonly (readonly [unknown, string])[] {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value !== 'object' || isSecretReference(value)
      ? [[value, `"${name}" of ${where}`] as const]
      : valuesIn(value, where),
  );
}

function fieldsOf(form: FormEntry | undefined, where: string): readonly (readonly [unknown, string])[] {
  return Object.entries(form?.fill ?? {}).flatMap(([name, value]) => {
    const wantedFor = `field "${name}" of ${where}`;
    if (Array.isArray(value)) return value.map((each) => [each, wantedFor] as const);
    if (typeof value === 'object' && 'all' in value)
      return value.all.map((each) => [each, wantedFor] as const);
    return [[value, wantedFor] as const];
  });
}
