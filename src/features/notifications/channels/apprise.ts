import { addresses, programTarget, serviceUrl } from '../../../crawl/projects/channel-addresses.ts';
import { fittingText, type Notification, subjectOf } from '../message/message.ts';
import { plainText } from '../message/renderings.ts';
import type { Channel } from './channel.ts';
import { commandTools } from './local-tools.ts';
import { postJson } from './post.ts';

/** Apprise cuts the text for each of its services; this only bounds what is sent. */
const LONGEST_BODY = 20_000;

const appriseJson = (notification: Notification): { readonly title: string; readonly body: string } => ({
  title: subjectOf(notification),
  body:
    fittingText(notification, plainText, (text) => text.length <= LONGEST_BODY) || subjectOf(notification),
});

/** Apprise knows a hundred more services: through its own server, or through its program where it is installed. */
export const apprise: Channel = {
  ...addresses.apprise,
  async send({ notification, address }, tools) {
    const { title, body } = appriseJson(notification);
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
