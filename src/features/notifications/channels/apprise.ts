import { addresses, programTarget, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Message, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { commandTools } from './local-tools.ts';
import { postJson } from './post.ts';

/** Apprise cuts the text for each of its services; this only limits what we send to Apprise. */
const LONGEST_BODY = 20_000;

const appriseJson = (message: Message): { readonly title: string; readonly body: string } => ({
  title: subjectOf(message),
  body: fittingText(message, plainText, (text) => text.length <= LONGEST_BODY) || subjectOf(message),
});

/** Apprise supports a hundred more services, through its own server or through its program where that is installed. */
export const apprise: Channel = {
  ...addresses.apprise,
  async send({ message, address }, tools) {
    const { title, body } = appriseJson(message);
    const target = programTarget(address);
    if (target === null) {
      const url = serviceUrl(address)?.href ?? '';
      await postJson(tools.http, { url, body: { title, body, type: 'info', format: 'text' } });
      return;
    }
    // The program opens connections that our guard does not check, so it needs the same permission as any other program.
    const local = commandTools(tools);
    await local.run({
      program: 'apprise',
      args: [`--title=${title}`, `--body=${body}`, '--', target],
      input: '',
    });
  },
};
