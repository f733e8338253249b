/** For server programs that can neither choose a free port nor say when they listen on it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** One that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Tries to connect until the program listens. Throws if it has ended. */
export async function listening(program: ChildProcess, port: number): Promise<void> {
  while (program.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
  }
  throw new Error(`${program.spawnfile} ended with ${program.exitCode} before it listened`);
}
