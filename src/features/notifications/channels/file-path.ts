import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { whyUnwritable } from '../../../base/index.ts';
import { pathIn } from '../../../crawl/projects/channel-addresses.ts';
import { NotifyError } from '../errors.ts';
import type { Message } from '../message/message.ts';
import type { ChannelTools, Delivery } from './channel.ts';
import { localTools } from './local-tools.ts';

/**
 * Writes a message into files with `write`, for a channel whose addresses are paths. Throws NOTIFY_NOT_ALLOWED where files
 * must not be written, and NOTIFY_FAILED.
 */
export async function writeFiles(
  { message, address }: Pick<Delivery, 'message' | 'address'>,
  tools: ChannelTools,
  write: (path: string, part: Message) => Promise<void>,
): Promise<void> {
  const { folder } = localTools(tools);
  for (const [path, part] of filesOf(address, folder, message)) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await write(path, part);
    } catch (cause) {
      throw new NotifyError('NOTIFY_FAILED', `cannot write ${path}: ${whyUnwritable(cause)}`, { cause });
    }
  }
}

/** One file for each project or detector: `{project}` and `{detector}` stand for their names. */
function filesOf(address: string, folder: string, message: Message): ReadonlyMap<string, Message> {
  const path = pathIn(address).replaceAll('{project}', fileName(message.project));
  const groups = Map.groupBy(message.notifications, ({ detector }) =>
    resolve(join(folder, ''), path.replaceAll('{detector}', fileName(detector ?? 'all'))),
  );
  return new Map(
    [...groups].map(([path, notifications]) => [
      path,
      groups.size === 1 ? message : { ...message, notifications, total: notifications.length },
    ]),
  );
}

/** A name as one part of a path, which cannot lead to another folder. */
export const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '') || 'unnamed';
