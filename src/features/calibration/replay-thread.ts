// A thread that replays settings on recorded sites: it takes one family after the other, and answers once for each.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { ReplayedSites, type ReplayJob, type SiteToReplay } from './replayed-sites.ts';

const port = parentPort as MessagePort;
const sites = new ReplayedSites(workerData as readonly SiteToReplay[]);

port.on('message', async ({ family, profileOn }: ReplayJob) => {
  port.postMessage(profileOn === null ? await sites.replay(family) : sites.profile(family, profileOn));
});
