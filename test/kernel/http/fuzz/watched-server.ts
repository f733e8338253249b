/** A server in a process of its own, which says what its main thread does. Started by `startWatchedServer`. */
import type { Place } from '../../database/store-databases.ts';
import { cpuOfThread } from '../freeze/growth.ts';
import { startedServer } from '../started-server.ts';

/** What the process did since it was last asked, in milliseconds of CPU. */
export interface ServerFigures {
  /** Of all its threads. */
  readonly cpu: number;
  /** Of the main thread, between two turns of its event loop: so long nobody was answered. */
  readonly longest: number;
}

const server = await startedServer(JSON.parse(process.argv[2] ?? '') as Place);
let last = cpuOfThread();
let longest = 0;
let before = process.cpuUsage();
setInterval(() => {
  const now = cpuOfThread();
  longest = Math.max(longest, now - last);
  last = now;
}, 2);
process.on('message', (message) => {
  if (message === 'close') return void server.close().then(() => process.exit(0));
  const { user, system } = process.cpuUsage(before);
  const figures: ServerFigures = { cpu: (user + system) / 1000, longest };
  before = process.cpuUsage();
  longest = 0;
  process.send?.(figures);
});
process.send?.({ url: server.url, token: server.token, cookie: server.cookie });
