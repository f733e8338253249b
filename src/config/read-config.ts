import { ConfigError } from './errors.ts';
import { type Config, configFields } from './fields.ts';

/** Settings from the environment, overruled by what the command line says. Read once, then frozen. */
export function readConfig(
  overrides: Readonly<Partial<Record<keyof Config, string>>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const values = Object.entries(configFields).map(([name, { env, fallback, type }]) => {
    const override = overrides[name as keyof Config];
    const text = override ?? environment[env] ?? fallback;
    const parsed = type.safeParse(text);
    if (!parsed.success) {
      const source = override === undefined ? env : `--${name}`;
      throw new ConfigError(
        'CONFIG_INVALID',
        `${source}: "${text}" will not do: ${parsed.error.issues[0]?.message}. See docs/configuration.md.`,
      );
    }
    return [name, parsed.data];
  });
  return Object.freeze(Object.fromEntries(values)) as Config;
}

/** Where the system looks for programs. */
export function searchPath(): string {
  return process.env['PATH'] ?? '';
}

/** A variable that a user's project names, for a secret that is kept there. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
