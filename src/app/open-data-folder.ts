import type { Config } from '../config/index.ts';
import { openStore, type Store } from '../store/index.ts';

/** Opens what the data folder holds. `command` is named to whoever wants to write at the same time. */
export function openDataFolder(
  { data }: Config,
  access: 'read' | 'write',
  command: string,
  /** A thread that writes pays for crawls; for a row or two it takes longer to start than to write. */
  { thread = access === 'write' }: { readonly thread?: boolean } = {},
): Promise<Store> {
  return openStore({ kind: 'sqlite', folder: data, access, command, thread });
}
