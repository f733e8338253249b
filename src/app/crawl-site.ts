import { environmentVariable, readConfig } from '../config/index.ts';
import { CrawlError, withoutLogin } from '../crawl/index.ts';
import { type Credentials, lists } from '../fetch/index.ts';
import type { Project, Store } from '../store/index.ts';
import { normalizeUrl } from '../url/index.ts';
import type { CrawlRequest, SiteEnding } from './crawl-request.ts';
import { checkedSettings } from './crawl-settings.ts';
import { AppError } from './errors.ts';
import { openRun } from './open-run.ts';
import { pageRun } from './page-run.ts';
import { readSettings } from './project-run/kept-settings.ts';
import { siteProtocols } from './protocols.ts';

/** Crawls a site, or goes on where an interrupted run was, by the protocol that its address names. */
export async function crawlSite(store: Store, request: CrawlRequest): Promise<SiteEnding> {
  const known = await store.projects.find(request.project);
  if (known !== null && readSettings(known.settings).file !== null) {
    if (request.url !== null) {
      throw new AppError(
        'APP_SETTING_INVALID',
        `the project "${known.name}" has a file that says where it starts: leave the URL out, or choose another --project`,
      );
    }
    const { runProject } = await import('./project-run/run-project.ts');
    return runProject(store, known, { environment: environmentVariable, ...request });
  }
  const startUrl = startOf(known, request);
  const before = known === null ? {} : readSettings(known.settings).crawl;
  const settings = await checkedSettings({ ...before, ...request.settings });
  const config = request.config ?? readConfig();
  // The user of the command line typed the host; what pages link to must be public.
  const hosts = [new URL(startUrl).hostname];
  const protocol = siteProtocols(hosts, settings, config, request.protocols).protocolOf(startUrl);
  const project = await keptProject(store, known, request.project, startUrl, JSON.stringify(settings));
  const claim = await store.projects.claim(project.id);
  try {
    const { run, resumed } = await openRun(store, project, project.settings);
    const parts = { ...request, store, project, run, resumed, settings, config };
    const login = typedLogin(request.url);
    if (!lists(protocol)) return { ...(await pageRun({ ...parts, protocol, login })), rules: [] };
    const { listFolder } = await import('./list-folder.ts');
    return { ...(await listFolder({ ...parts, protocol }, login)), rules: [] };
  } finally {
    await claim.release();
  }
}

function startOf(known: Project | null, { project, url }: CrawlRequest): string {
  const start = url === null ? known?.startUrl : withoutLogin(normalizeUrl(url));
  if (start !== undefined) return start;
  throw new CrawlError(
    'CRAWL_NO_START',
    `there is no project "${project}" yet: say where it starts, as in "tidemark crawl URL"`,
  );
}

/** The project as it is asked for now. */
async function keptProject(
  store: Store,
  known: Project | null,
  name: string,
  startUrl: string,
  settings: string,
): Promise<Project> {
  if (known === null) return store.projects.create({ name, startUrl, settings, createdAt: Date.now() });
  await store.projects.change(known.id, { startUrl, settings });
  return { ...known, startUrl, settings };
}

/** A log-in that the user typed into the URL; null when there is none. */
function typedLogin(typed: string | null): Credentials | null {
  const url = typed === null ? null : new URL(typed);
  if (url === null || url.username === '') return null;
  return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}
