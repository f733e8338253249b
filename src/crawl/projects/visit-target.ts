import type { Config } from '../../config/index.ts';
import type { Store } from '../../database/store.ts';
import { FetchError } from '../../fetch/index.ts';
import { CrawlError } from '../errors.ts';
import type { RunSettings } from '../run/run-settings.ts';
import { firstContact, servedAddress } from '../site/first-contact.ts';
import type { Project } from '../tables/records.ts';
import { unknownProject } from './unknown-project.ts';
import type { WhatToVisit } from './what-to-visit.ts';

/** The project to run, and the address where it starts; null when the project knows. */
interface VisitTarget {
  readonly project: string;
  readonly url: string | null;
  /** Whether the project is stored already. */
  readonly isKnown: boolean;
}

interface TargetContext {
  readonly store: Pick<Store, 'projects'>;
  readonly config: Pick<Config, 'caFile' | 'allowedNetworks'>;
  readonly settings: Partial<RunSettings>;
}

/**
 * Finds the scheme of an address that was typed without one, unless it is the name of a stored project. A site that is
 * not stored is contacted, so that nothing is stored of one that cannot be reached. Throws CRAWL_NO_START, FETCH_DNS,
 * FETCH_REFUSED and the other reasons why there is no connection.
 */
export async function visitTarget(wanted: WhatToVisit, dependencies: TargetContext): Promise<VisitTarget> {
  const { project, url, file, withoutScheme } = wanted;
  const { store } = dependencies;
  const known = await store.projects.find(project);
  const isKnown = known !== null || file !== null;
  if (withoutScheme !== null && !(isKnown && withoutScheme === project))
    return { project, url: await completed(withoutScheme, known, dependencies), isKnown };
  if (url !== null && !isKnown) await firstContact(url, dependencies);
  if (url === null && !isKnown)
    throw new CrawlError(
      'CRAWL_NO_START',
      `${await unknownProject(store, project)} To start one, write the address of its site, as in https://example.org/`,
    );
  return { project, url, isKnown };
}

async function completed(
  withoutScheme: string,
  known: Project | null,
  { store, ...dependencies }: TargetContext,
): Promise<string> {
  const before = URL.parse(known?.startUrl ?? '');
  const same = URL.parse(`${before?.protocol}//${withoutScheme}`);
  if (before !== null && same?.host === before.host) return same.href;
  try {
    return await servedAddress(withoutScheme, dependencies);
  } catch (error) {
    if (!(error instanceof FetchError && error.code === 'FETCH_DNS')) throw error;
    throw new FetchError(error.code, `${error.message} And ${await unknownProject(store, withoutScheme)}`, {
      cause: error,
    });
  }
}
