import { secretFilesIn } from '../../access/index.ts';
import { type Config, readConfig } from '../../config/index.ts';
import { type CrawlEnding, type CrawlEvent, countGoodPages } from '../../crawl/index.ts';
import { lists, type Protocol } from '../../fetch/index.ts';
import type { RuleTableRow } from '../../project/index.ts';
import type { KnownPageCounts, Project, Run, Store } from '../../store/index.ts';
import { type CrawlSettings, checkedSettings } from '../crawl-settings.ts';
import { openRun } from '../open-run.ts';
import { siteProtocols } from '../protocols.ts';
import { type Clock, systemClock } from './clock.ts';
import { listProject } from './list-project.ts';
import { namedHosts } from './named-hosts.ts';
import { ProjectSecrets } from './project-secrets.ts';
import { settingsOfProject } from './settings-of-project.ts';
import { StepRun } from './step-run.ts';
import { readStored } from './stored-project.ts';

export interface ProjectRunRequest {
  /** What the user said for this run; the rest is as the project has it. */
  readonly settings: Partial<CrawlSettings>;
  readonly onEvent: (event: CrawlEvent) => void;
  readonly signal: AbortSignal;
  readonly environment: (name: string) => string | undefined;
  /** Default: that of the system. */
  readonly clock?: Clock;
  /** Default: as the environment says. */
  readonly config?: Config;
  /** Besides those that Tidemark has. */
  readonly protocols?: readonly Protocol[];
  /** Leaves out pages that are not likely to have changed yet (B13). Only sites that list can tell so beforehand. */
  readonly onlyDue?: boolean;
  /** Finds secrets that are kept in the database. */
  readonly storedSecret?: (name: string) => Promise<string | null>;
}

/** Runs a project that has a file: logs in, takes its steps one after the other, logs out. */
export async function runProject(
  store: Store,
  project: Project,
  request: ProjectRunRequest,
): Promise<CrawlEnding & { readonly rules: readonly RuleTableRow[] }> {
  const { definition, folder } = readStored(project.settings);
  if (definition === null) throw new TypeError(`the project "${project.name}" has no file`);
  const secrets = await ProjectSecrets.find(definition, {
    env: request.environment,
    file: secretFilesIn(folder),
    secret: request.storedSecret ?? (() => Promise.resolve(null)),
  });
  const proxy = definition.crawl?.proxy;
  const settings = await checkedSettings({
    ...settingsOfProject(definition),
    ...(proxy !== undefined && { proxy: secrets.reveal(proxy) }),
    ...request.settings,
  });
  const config = request.config ?? readConfig();
  const { startUrl: url } = project;
  const protocol = siteProtocols(namedHosts(definition), settings, config, request.protocols).protocolOf(url);
  const claim = await store.projects.claim(project.id);
  try {
    const same = JSON.stringify(definition);
    const { run, resumed } = await openRun(
      store,
      project,
      project.settings,
      ({ settings: began }) => JSON.stringify(readStored(began).definition) === same,
    );
    const onEvent = (event: CrawlEvent) => request.onEvent(redacted(event, secrets));
    if (lists(protocol)) {
      const parts = { ...request, store, project, run, resumed, settings, protocol, folder, config, onEvent };
      return await listProject(definition, secrets, parts);
    }
    const knownPages = run.knownPages ?? (await countKnownPages(store, run));
    const spider = await protocol.start({ url });
    try {
      const steps = await StepRun.open({
        store,
        project,
        run: { ...run, knownPages },
        resumed,
        definition,
        folder,
        secrets,
        settings,
        protocol,
        spider,
        onEvent,
        signal: request.signal,
        clock: request.clock ?? systemClock,
      });
      return await steps.take();
    } finally {
      await spider.close();
    }
  } finally {
    await claim.release();
  }
}

/** Every page that has a good version is due; what the project no longer asks for is found out at the end. */
async function countKnownPages(store: Store, run: Run): Promise<KnownPageCounts> {
  const knownPages = { due: await countGoodPages(store, run), notDue: 0, aliases: 0, excluded: 0 };
  const nothing = { visits: [], contents: [], discovered: [], leftOut: [] };
  await store.commit({ projectId: run.projectId, runId: run.id, ...nothing, knownPages });
  return knownPages;
}

function redacted(event: CrawlEvent, { redactor }: ProjectSecrets): CrawlEvent {
  const fields = Object.entries(event).map(([name, value]) => [
    name,
    typeof value === 'string' ? redactor.text(value) : value,
  ]);
  return Object.fromEntries(fields) as CrawlEvent;
}
