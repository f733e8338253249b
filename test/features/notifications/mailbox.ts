import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface Mailbox {
  /** For TIDEMARK_SMTP. */
  readonly server: string;
  /** The mails that came, in order, as they came. */
  readonly mails: readonly string[];
}

/** A mail server on this machine that takes everything, as one for the people of the machine does. Gone with the test. */
export async function mailboxForThisTest(): Promise<Mailbox> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { server: `smtp://127.0.0.1:${port}`, mails };
}

/** The plain text of a mail, and its subject, decoded. */
export function readMail(mail: string): { readonly subject: string; readonly text: string } {
  const [head = '', ...parts] = mail.split(/\r?\n\r?\n/);
  const subject = /^Subject: (.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  const words = subject
    .replace(/\?=\s+=\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, encoded: string) => unquoted(encoded.replaceAll('_', ' ')));
  const at = parts.findIndex((part) => part.includes('text/plain'));
  const end = parts.findIndex((part, place) => place > at && part.startsWith('--'));
  return { subject: words, text: unquoted(parts.slice(at + 1, end).join('\n\n')) };
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/\r\n/g, '\n')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
