import { z } from 'zod';
import { choice, text } from '../../../config/index.ts';

const EXAMPLE = '{ env: NEWS_PASSWORD }';

/** Where a secret is kept. The file never holds the secret itself; it is looked up when a run starts. */
export const secretReference = choice('a reference to a secret', EXAMPLE, {
  env: text('the name of an environment variable', 'NEWS_PASSWORD')
    .refine((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name), {
      error: () => 'the name of an environment variable (letters, digits and _)\nNEWS_PASSWORD',
    })
    .describe('Name of an environment variable.'),
  file: text('the path of a file', '/run/secrets/news').describe(
    'Path of a file that contains nothing else.',
  ),
  secret: text('the name of a stored secret', 'news-password').describe(
    'Name of a secret in the data folder.',
  ),
});

export type SecretReference = z.output<typeof secretReference>;

/** Text as it is, or a secret. */
export function textOrSecret(what: string, example: string) {
  return z.union([text(what, example), secretReference], {
    error: () => `${what}, or a secret such as ${EXAMPLE}\n${example}`,
  });
}

/** Names of fields that hold something secret. */
export const secretName = /pass|pwd|kennwort|contrase|mot.?de.?passe|secret|token|bearer|api.?key|^pin$/i;

/** What is stored and shown in place of a secret; the visitor fills in the secret itself. */
export function standInFor(value: string | SecretReference): string {
  if (typeof value === 'string') return value;
  const [[kind, name] = ['', '']] = Object.entries(value);
  return `(${kind} ${name})`;
}
