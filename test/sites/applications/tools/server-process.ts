import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../application.ts';

/** Ended by their id when the proof is interrupted. */
const running = new Set<number>();

process.on('exit', () => {
  for (const pid of running) endGroup(pid, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** What it prints goes to the end of this file. */
  readonly log: string;
}

/** Starts a program that listens on the port, and waits until it does. */
export async function startServer(given: ServerCommand): Promise<RunningServer> {
  const log = openSync(given.log, 'a');
  const child = spawn(given.command, given.args, {
    cwd: given.cwd,
    env: given.env,
    stdio: ['ignore', log, log],
    // A group of its own, so that its workers end with it.
    detached: true,
  });
  const { pid } = child;
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      failure ??= `it ended with ${code ?? signal}`;
      resolve();
    }),
  );
  if (pid !== undefined) running.add(pid);
  for (const patience = Date.now() + 120_000; !(await isListening(given.port)); ) {
    if (failure !== null || Date.now() > patience)
      throw new Error(
        `${given.command} does not listen: ${failure ?? 'nothing for two minutes'}; see ${given.log}`,
      );
    await wait(50);
  }
  return {
    port: given.port,
    async stop() {
      if (pid === undefined) return;
      endGroup(pid, 'SIGTERM');
      await Promise.race([ended, wait(15_000, undefined, { ref: false })]);
      endGroup(pid, 'SIGKILL');
      running.delete(pid);
    },
  };
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
