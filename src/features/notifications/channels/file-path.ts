import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { whyUnwritable } from '../../../base/index.ts';
import { pathIn } from '../../../crawl/projects/channel-addresses.ts';
import { NotifyError } from '../errors.ts';
import type { Notification } from '../message/message.ts';
import type { ChannelTools, Delivery } from './channel.ts';
import { localTools } from './local-tools.ts';

/**
 * Writes a notification into files with `write`, for a channel whose addresses are paths. Throws NOTIFY_NOT_ALLOWED where files
 * must not be written, and NOTIFY_FAILED.
 */
export async function writeFiles(
  { notification, address }: Pick<Delivery, 'notification' | 'address'>,
  tools: ChannelTools,
  write: (path: string, part: Notification) => Promise<void>,
): Promise<void> {
  const { folder } = localTools(tools);
  for (const [path, part] of filesOf(address, folder, notification)) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await write(path, part);
    } catch (cause) {
      throw new NotifyError('NOTIFY_FAILED', `cannot write ${path}: ${whyUnwritable(cause)}`, { cause });
    }
  }
}

/** One file for each project or detector: `{project}` and `{detector}` stand for their names. */
function filesOf(
  address: string,
  folder: string,
  notification: Notification,
): ReadonlyMap<string, Notification> {
  const path = pathIn(address).replaceAll('{project}', fileName(notification.project));
  const groups = Map.groupBy(notification.occasions, ({ detector }) =>
    resolve(join(folder, ''), path.replaceAll('{detector}', fileName(detector ?? 'all'))),
  );
  return new Map(
    [...groups].map(([path, occasions]) => [
      path,
      groups.size === 1 ? notification : { ...notification, occasions, total: occasions.length },
    ]),
  );
}

/** A name as one part of a path, which leads nowhere else. */
export const fileName = (name: string): string =>
  name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '') || 'unnamed';
