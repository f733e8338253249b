import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { commandTools } from './local-tools.ts';
import { postJson } from './post.ts';
import { schemesOf, serviceUrl } from './service-address.ts';

/** Apprise cuts the text for each of its services; this only bounds what is sent. */
const LONGEST_BODY = 20_000;

const appriseJson = (message: Message): { readonly title: string; readonly body: string } => ({
  title: subjectOf(message),
  body: fittingText(message, plainText, (text) => text.length <= LONGEST_BODY) || subjectOf(message),
});

/** `apprise:tgram://...` is for the program; `apprise://host/notify/KEY` for its server. */
const programTarget = (address: string): string | null =>
  /^apprise:([a-z][a-z0-9+.-]*:.*)$/is.exec(address)?.[1] ?? null;

const isServer = (address: string): boolean => /\/notify\/./.test(serviceUrl(address)?.pathname ?? '');

/** Apprise knows a hundred more services: through its own server, or through its program where it is installed. */
export const apprise: Channel = {
  schemes: schemesOf('apprise'),
  example: 'apprise://apprise.example.org/notify/KEY',
  token: 'none',
  addressIsSecret: true,
  problemOf: (address) =>
    programTarget(address) !== null || isServer(address)
      ? null
      : 'it is neither an Apprise server (its path is /notify/KEY) nor an address for the apprise program',
  hostOf: (address) => (programTarget(address) === null ? (serviceUrl(address)?.hostname ?? null) : null),
  async send({ message, address }, tools) {
    const { title, body } = appriseJson(message);
    const target = programTarget(address);
    if (target === null) {
      const url = serviceUrl(address)?.href ?? '';
      await postJson(tools.http, { url, body: { title, body, type: 'info', format: 'text' } });
      return;
    }
    // The program opens connections past our guard: it needs the same permission as any other program.
    const local = commandTools(tools);
    await local.run({
      program: 'apprise',
      args: [`--title=${title}`, `--body=${body}`, '--', target],
      input: '',
    });
  },
};
