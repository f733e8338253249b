export type { Channel, ChannelTools } from './channels/channel.ts';
export { channelAddress, channelCheck, channelOf, channels, isLocalChannel } from './channels/channels.ts';
export { toolsOfThisMachine } from './channels/local-tools.ts';
export { postJson } from './channels/post.ts';
export { serviceUrl } from './channels/service-address.ts';
export {
  type DeliveryCounts,
  type DeliveryOptions,
  deliverDue,
  type OpenChannel,
  type TriedMessage,
} from './delivery/deliver.ts';
export { moreInWords } from './message/group-occasions.ts';
export { fittingText, type Message, subjectOf } from './message/message.ts';
export { plainText } from './message/renderings.ts';
export { type Occasion, type OccasionChange, readOccasion } from './occasion/occasion.ts';
export {
  channelName,
  type NotificationRule,
  notificationRules,
} from './rules/notification-rule.ts';
export { planOutbox } from './rules/plan-outbox.ts';
export { reminders, type SiteHealth } from './rules/reminders.ts';
