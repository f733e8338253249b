import { join } from 'node:path';
import { freeAccess } from '../../../../../src/access/index.ts';
import {
  type Exploration,
  type ExploreLimits,
  exploreStates,
  MemoryRecord,
  usualCandidates,
  usualVisit,
} from '../../../../../src/explore/index.ts';
import { openBrowser } from '../../../../../src/fetch/index.ts';
import type { NearDuplicates } from '../../../../../src/fingerprint/index.ts';
import { loopbackEgress } from '../../../../fixtures/servers/loopback-egress.ts';
import type { RealApplication } from './real-applications.ts';
import { serveFolder } from './serve-folder.ts';

export interface RealTrial {
  /** Has the `node_modules` that the application is in. */
  readonly folder: string;
  readonly setting: NearDuplicates<unknown>;
  readonly limits: ExploreLimits;
  readonly contexts: number;
}

export interface ExploredReal {
  readonly exploration: Exploration;
  /** PNG, in the order of states. */
  readonly pictures: readonly (Uint8Array | null)[];
  readonly seconds: number;
}

/** Serves an application from npm and explores it, with a picture of every state. */
export async function exploreReal(
  { path, written, tries }: RealApplication,
  { folder, setting, limits, contexts }: RealTrial,
): Promise<ExploredReal> {
  const site = await serveFolder(join(folder, 'node_modules'), written);
  const record = new MemoryRecord();
  const begun = performance.now();
  try {
    const exploration = await exploreStates({
      url: `${site.origin}${path}`,
      record,
      openBrowser: () =>
        openBrowser({ egress: loopbackEgress(), program: '', path: process.env['PATH'] ?? '' }),
      setting,
      limits,
      contexts,
      candidates: { ...usualCandidates, ...tries },
      strip: [],
      plain: false,
      screenshots: true,
      visit: usualVisit,
      access: freeAccess,
      mayChange: () => false,
      reset: null,
      onEvent: () => undefined,
      signal: null,
    });
    const { states } = await record.soFar();
    const pictures = states.map(({ screenshot }) => screenshot);
    return { exploration, pictures, seconds: Math.round((performance.now() - begun) / 1000) };
  } finally {
    await site.close();
  }
}
