// A thread that replays settings on recorded sites: one family after the other, one answer for each.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { SettingFamily } from '../../calibrate/index.ts';
import { ReplayedSites, type SiteToReplay } from './replayed-sites.ts';

const port = parentPort as MessagePort;
const sites = new ReplayedSites(workerData as readonly SiteToReplay[]);

port.on('message', async (family: SettingFamily) => {
  port.postMessage(await sites.replay(family));
});
