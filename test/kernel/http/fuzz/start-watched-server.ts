import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Place } from '../../database/store-databases.ts';
import { type StartedServer, serverAt } from '../started-server.ts';
import type { ServerFigures } from './watched-server.ts';

export interface WatchedServer extends StartedServer {
  figures(): Promise<ServerFigures>;
}

/** Starts a server in a process of its own: what those do who ask it does not count as its work. */
export async function startWatchedServer(place: Place): Promise<WatchedServer> {
  const threads = join(import.meta.dirname, '../../../fixtures/program/threads-from-build.ts');
  const child = fork(join(import.meta.dirname, 'watched-server.ts'), [JSON.stringify(place)], {
    execArgv: ['--import', threads],
  });
  const ended = once(child, 'exit');
  const [reported] = (await Promise.race([once(child, 'message'), ended])) as [
    { readonly url: string; readonly token: string; readonly cookie: string },
  ];
  if (typeof reported !== 'object') throw new Error('the server did not start');
  const close = async () => {
    if (child.connected) child.send('close');
    await ended;
  };
  return {
    ...serverAt(reported, close),
    figures: async () => {
      const answer = once(child, 'message');
      child.send('figures');
      const [figures] = (await Promise.race([answer, ended])) as [ServerFigures];
      if (typeof figures !== 'object') throw new Error('the server ended');
      return figures;
    },
  };
}
