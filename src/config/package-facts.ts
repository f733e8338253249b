import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
