import type { Store } from '../../../src/database/store.ts';

/** What the runs of the only project left behind, without numbers and times: the same wherever they took place. */
export async function whatIsStored(store: Store, name: string) {
  const project = await store.projects.find(name);
  if (project === null) throw new Error(`There is no project ${name}.`);
  const pages = await store.pages.list(project.id, { limit: 10_000, which: 'all' });
  const runs = (await store.runs.list(project.id)).toSorted((a, b) => a.number - b.number);
  return {
    pages: pages.map(({ url, identity, lastFlag }) => `${url} ${identity} ${lastFlag}`).toSorted(),
    learned: (await store.learned.list(project.id)).map(({ id, state }) => `${id} ${state}`).toSorted(),
    aliases: (await store.aliases.list(project.id)).map(({ url, ofUrl }) => `${url} ${ofUrl}`).toSorted(),
    runs: await Promise.all(
      runs.map(async ({ id, number, state, knownPages }) => ({
        ...{ number, state, knownPages },
        visits: (await store.visits.ofRun(id, { limit: 10_000 }))
          .map(({ url, outcome, status, flag }) => `${url} ${outcome} ${status} ${flag}`)
          .toSorted(),
        found: (await store.found.ofRun(id, { limit: 10_000 }))
          .map(({ detector, reason }) => `${detector} ${reason}`)
          .toSorted(),
      })),
    ),
  };
}
