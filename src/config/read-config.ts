import { ConfigError } from './errors.ts';
import { type Config, configFields } from './fields.ts';

/** Settings from the environment; the command line overrides them. Read once, then frozen. */
export function readConfig(
  overrides: Readonly<Partial<Record<keyof Config, string>>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const values = Object.entries(configFields).map(([name, { env, fallback, type, isSecret }]) => {
    const override = overrides[name as keyof Config];
    const text = override ?? environment[env] ?? fallback;
    const parsed = type.safeParse(text);
    if (!parsed.success) {
      const source = override === undefined ? env : `--${name}`;
      const shown = isSecret ? 'this value' : `"${text}"`;
      throw new ConfigError(
        'CONFIG_INVALID',
        `${source}: ${shown} cannot be used: ${parsed.error.issues[0]?.message}. See docs/configuration.md.`,
      );
    }
    return [name, parsed.data];
  });
  return Object.freeze(Object.fromEntries(values)) as Config;
}

/** The folders in which the system looks for programs. */
export function searchPath(): string {
  return process.env['PATH'] ?? '';
}

/** A variable that a user's project names because it holds a secret. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
