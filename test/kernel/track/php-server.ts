import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../fixtures/servers/server-program.ts';

export const isPhpInstalled = spawnSync('php', ['--version']).status === 0;

const settings = {
  'session.use_trans_sid': '1',
  'session.use_only_cookies': '0',
  'session.use_cookies': '0',
  'session.trans_sid_tags': 'a=href,form=',
  // From 8.4 on, PHP prints warnings about deprecated settings into the page.
  display_errors: '0',
} as const;

/** PHP's built-in server with a small shop that keeps its sessions and state in the folder. */
export async function startPhp(folder: string) {
  const port = await freePort();
  const site = fileURLToPath(new URL('./php-site', import.meta.url));
  const ini = Object.entries({ ...settings, 'session.save_path': folder }).flatMap(([name, value]) => [
    '-d',
    `${name}="${value}"`,
  ]);
  const child = spawn('php', [...ini, '-S', `127.0.0.1:${port}`, '-t', site, `${site}/index.php`], {
    env: { ...process.env, STATE: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // It reports on standard error when it listens; later lines are about requests.
  const started = Promise.withResolvers<void>();
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.includes('started')) started.resolve();
  });
  child.on('close', () => started.reject(new Error('php ended before it listened')));
  await started.promise;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await once(child, 'close');
    },
  };
}
