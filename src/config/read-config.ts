import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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

interface PackageFacts {
  readonly version: string;
  /** The oldest Node that works. */
  readonly node: string;
}

let facts: PackageFacts | null = null;

/** What package.json says about this program. */
export function packageFacts(): PackageFacts {
  if (facts === null) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version, engines } = JSON.parse(text) as { version: string; engines: { node: string } };
    facts = { version, node: engines.node.replace('>=', '') };
  }
  return facts;
}

/** Where the build writes the web interface, for sources and for the built program alike. */
export const builtWebFolder = (): string => fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Where the build writes the views of files that commands export. */
export const builtViewFolder = (): string => fileURLToPath(new URL('../../dist/exported', import.meta.url));
