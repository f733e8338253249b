import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate } from './certificates.ts';
import type { FtpServer } from './ftp-server.ts';
import { freePort, listening } from './server-program.ts';

const program = '/usr/sbin/vsftpd';

/** It needs root to change to the user and the root folder of its guests. */
export const hasVsftpd = existsSync(program) && process.getuid?.() === 0;

/** vsftpd on loopback for guests; the folder must belong to root and be writable by nobody else. */
export async function vsftpdServer(folder: string, security?: 'explicit'): Promise<FtpServer> {
  const own = mkdtempSync(join(tmpdir(), 'tidemark-vsftpd-'));
  const port = await freePort();
  const settings = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    anonymous_enable: 'YES',
    anon_root: folder,
    local_enable: 'NO',
    secure_chroot_dir: own,
    seccomp_sandbox: 'NO',
    xferlog_enable: 'NO',
    ...(security === undefined
      ? {}
      : {
          ssl_enable: 'YES',
          allow_anon_ssl: 'YES',
          force_anon_data_ssl: 'YES',
          require_ssl_reuse: 'YES',
          rsa_cert_file: join(own, 'cert.pem'),
          rsa_private_key_file: join(own, 'key.pem'),
        }),
  };
  writeFileSync(join(own, 'cert.pem'), certificate.cert);
  writeFileSync(join(own, 'key.pem'), certificate.key, { mode: 0o600 });
  const file = join(own, 'vsftpd.conf');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const server = spawn(program, [file], { stdio: ['ignore', 'inherit', 'inherit'] });
  await listening(server, port);
  return {
    url: `${security === undefined ? 'ftp' : 'ftpes'}://127.0.0.1:${port}/`,
    close: async () => {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(own, { recursive: true, force: true });
    },
  };
}
