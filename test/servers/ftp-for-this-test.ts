import { onTestFinished } from 'vitest';
import { type FtpOptions, ftpProtocol, type ListingSpider } from '../../src/fetch/index.ts';
import { loopbackEgress } from './loopback-egress.ts';
import { type FtpScript, type ScriptedFtpServer, scriptedFtpServer } from './scripted-ftp-server.ts';

export interface FtpVisit {
  readonly server: ScriptedFtpServer;
  readonly spider: ListingSpider;
}

/** A scripted server and a spider that visits it; both close by themselves at the end of the test. */
export async function visitFtp(script: FtpScript, options: Partial<FtpOptions> = {}): Promise<FtpVisit> {
  const server = await scriptedFtpServer(script);
  onTestFinished(server.close);
  const protocol = ftpProtocol({ egress: loopbackEgress(), timeoutMs: 5_000, ...options });
  const spider = await protocol.start({ url: server.url });
  onTestFinished(() => spider.close());
  return { server, spider };
}

/** A line of LIST for a file. */
export const unixFile = (name: string, size = 1) => `-rw-r--r-- 1 a b ${size} Mar  1 09:30 ${name}\r\n`;
