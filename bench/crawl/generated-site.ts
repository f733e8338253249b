import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchSite, ServedRequest } from './bench-site.ts';
import { generatedPages, generatedScope } from './generated-pages.ts';
import { pinnedToOneCore } from './pinned.ts';

const script = fileURLToPath(new URL('./generated-site-server.ts', import.meta.url));

/** A site shaped like the Java documentation, for machines that do not have it. */
export async function generatedSite(): Promise<BenchSite> {
  const pinned = pinnedToOneCore(process.execPath, [script]);
  const [command, args] = pinned ?? [process.execPath, [script]];
  const server = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const port = await messageOf<number>(server);
  return {
    description: `generated site, served by node${pinned === null ? '' : ' on one core'}`,
    origin: `http://127.0.0.1:${port}`,
    start: `${generatedScope}index.html`,
    scope: generatedScope,
    pages: new Set(generatedPages()),
    takeRequests() {
      server.send('take');
      return messageOf<readonly ServedRequest[]>(server);
    },
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}

async function messageOf<T>(server: ChildProcess): Promise<T> {
  const [message] = (await once(server, 'message')) as [T];
  return message;
}
