import { hostname } from 'node:os';
import { percentDecoded } from '../../base/index.ts';
import type { Config } from '../../config/index.ts';
import type { SmtpServer } from '../../fetch/index.ts';

interface MailSettings {
  readonly server: SmtpServer;
  readonly from: string;
}

const LOOPBACK = /^(?:localhost|127\..*|\[::1\])$/;

/** The mail server of the settings; null when none is set. `stored` finds the password if the settings have none. */
export async function mailSettings(
  { smtp, smtpPassword, mailFrom }: Pick<Config, 'smtp' | 'smtpPassword' | 'mailFrom'>,
  stored: (name: string) => Promise<string | null>,
): Promise<MailSettings | null> {
  if (smtp === '') return null;
  const url = new URL(smtp);
  // URLs of schemes that are not special keep their hosts as they are written, in any case.
  const host = url.hostname.toLowerCase();
  const isSecure = url.protocol === 'smtps:';
  const user = url.username === '' ? null : percentDecoded(url.username);
  const given = url.password === '' ? smtpPassword : percentDecoded(url.password);
  const password = user === null ? null : given === '' ? await stored('smtp-password') : given;
  const from = mailFrom !== '' ? mailFrom : user?.includes('@') === true ? user : `tidemark@${hostname()}`;
  return {
    server: {
      host,
      port: url.port === '' ? (isSecure ? 465 : LOOPBACK.test(host) ? 25 : 587) : Number(url.port),
      // Only a server on this machine may be spoken to in the clear.
      tls: isSecure ? 'always' : LOOPBACK.test(host) && user === null ? 'none' : 'start',
      user,
      password,
    },
    from,
  };
}
