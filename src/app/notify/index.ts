export { forgetSent, sendMessages } from './send-messages.ts';
export { testChannels } from './test-channels.ts';
