import { randomUUID } from 'node:crypto';
import { messageOf } from '../../base/index.ts';
import type { Egress } from '../egress/egress.ts';
import { FetchError, shownText, systemCode } from '../errors.ts';

/** The server that takes our mail. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `always`: TLS from the first byte (port 465). `start`: STARTTLS, without which nothing is sent. `none`: only for a server nearby. */
  readonly tls: 'always' | 'start' | 'none';
  readonly user: string | null;
  readonly password: string | null;
}

/** A mail with all its contents. The mail library makes the header lines from these values, and encodes them. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** The mail that it belongs to; null when it stands alone. */
  readonly references: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly date: Date;
}

/** A server that is silent for this long is given up. */
const SILENCE_MS = 30_000;

/**
 * Hands a mail to a server, over a connection that the egress guard opened. Throws FETCH_MAIL_REFUSED when the server refuses
 * it for good, FETCH_MAIL_DEFERRED when it may take it later, FETCH_LOGIN, and what `connect` throws.
 */
export async function sendMail(egress: Egress, server: SmtpServer, mail: Mail): Promise<void> {
  const { host, port, tls, user, password } = server;
  // Loaded when the first mail is sent: most commands send none.
  const { createTransport } = await import('nodemailer');
  const { socket } = await egress.connect({ host, port, ...(tls === 'always' && { tls: { alpn: [] } }) });
  const transport = createTransport({
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'start',
    ignoreTLS: tls === 'none',
    tls: egress.tlsOptions(host),
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // What a message contains is never read from disk or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
    name: '[127.0.0.1]',
    getSocket: (_options, callback) => callback(null, { connection: socket, secured: tls === 'always' }),
  });
  try {
    await transport.sendMail({
      from: mail.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      date: mail.date,
      headers: { ...mail.headers },
      ...(mail.references !== null && { references: mail.references, inReplyTo: mail.references }),
      // Two mails with the same text must not share the boundaries of their parts.
      boundaryPrefix: randomUUID(),
    } as Parameters<typeof transport.sendMail>[0]);
  } catch (error) {
    throw mailFailure(`${host}:${port}`, error);
  } finally {
    transport.close();
    socket.destroy();
  }
}

function mailFailure(where: string, error: unknown): FetchError {
  if (error instanceof FetchError) return error;
  const { responseCode, response } = error as { readonly responseCode?: number; readonly response?: string };
  const said = shownText(response ?? messageOf(error));
  const failure = (
    code: 'FETCH_LOGIN' | 'FETCH_MAIL_REFUSED' | 'FETCH_MAIL_DEFERRED' | 'FETCH_TLS',
    what: string,
  ) => new FetchError(code, `${where}: ${what}: ${said}`, { cause: error });
  if (systemCode(error) === 'EAUTH')
    return failure('FETCH_LOGIN', 'the mail server did not accept the log-in');
  if (systemCode(error) === 'ETLS')
    return failure('FETCH_TLS', 'the mail server offers no encryption that we trust');
  if (responseCode !== undefined && responseCode >= 500)
    return failure('FETCH_MAIL_REFUSED', 'the mail server refused the mail');
  return failure('FETCH_MAIL_DEFERRED', 'the mail server did not take the mail now');
}
