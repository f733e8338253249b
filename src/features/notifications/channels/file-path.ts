import { join, resolve } from 'node:path';
import { pathIn } from '../../../crawl/projects/channel-addresses.ts';
import type { Message } from '../message/message.ts';

/** One file for each project or detector: `{project}` and `{detector}` stand for their names. */
export function filesOf(address: string, folder: string, message: Message): ReadonlyMap<string, Message> {
  const groups = Map.groupBy(message.occasions, ({ detector }) =>
    resolve(
      join(folder, ''),
      pathIn(address)
        .replaceAll('{project}', fileName(message.project))
        .replaceAll('{detector}', fileName(detector ?? 'all')),
    ),
  );
  return new Map(
    [...groups].map(([path, occasions]) => [
      path,
      groups.size === 1 ? message : { ...message, occasions, total: occasions.length },
    ]),
  );
}

/** A name as one part of a path, which leads nowhere else. */
export const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '') || 'unnamed';
