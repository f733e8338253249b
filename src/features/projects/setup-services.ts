import type { Config } from '../../config/index.ts';
import { projectJsonSchema, readProject } from '../../crawl/projects/project-file.ts';
import { isEmptyShell } from '../../document/index.ts';
import type { ApiServices } from '../../http/services.ts';
import type { ServerParts } from '../../main/server/server-parts.ts';
import { compileRules, explainUrl, ProjectFileError, urlShapes } from '../../project/index.ts';

type SetupServices = Pick<
  ApiServices,
  'lookAtSite' | 'draftProject' | 'checkProjectFile' | 'importWatches' | 'tryAddress' | 'showProjectSchema'
>;

/** Enough to know a site by, and over in seconds on a quick one. */
const MOST_PAGES = 10;
const LINKS_AWAY = 2;
/** Somebody is waiting; a slow site is told by what was seen until then. */
const LONGEST_LOOK_MS = 20_000;
const MOST_SECTIONS = 12;
const SHOWN_TEXT = 700;

/** Settings of some thousand watches, unpacked; pages are not read. */
const LARGEST_BACKUP = 32 * 1024 * 1024;

export function setupServices({ config }: ServerParts): SetupServices {
  return {
    lookAtSite: async ({ body: { url: typed } }, { signal }) => {
      const { surveySite } = await import('./site-survey/survey-site.ts');
      const { lookAtPage } = await import('../watching/look-at-page.ts');
      const survey = await surveySite({
        url: await withScheme(typed, config),
        pages: MOST_PAGES,
        depth: LINKS_AWAY,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_LOOK_MS)]),
        onPage: () => undefined,
        network: { hosts: null, config },
      });
      const page = survey.account === null ? await lookAtPage(survey.start, config, null) : null;
      return {
        start: survey.start,
        ...(page === null ? { title: '', text: '', isBuiltByScripts: false } : await shownPage(page)),
        isHidden: survey.isHidden,
        account: survey.account?.scheme ?? null,
        pagesSeen: survey.pagesSeen,
        addresses: survey.urls.length,
        sections: urlShapes(survey.urls).slice(0, MOST_SECTIONS),
        robots: survey.robots,
        sitemaps: survey.sitemaps,
        forms: survey.forms.map(({ kind, page: found, fields }) => ({
          kind,
          page: found,
          fields: fields.map(({ name }) => name),
        })),
      };
    },
    draftProject: async ({ body: { url, onlyPage, every, notify } }) => {
      const { draftWatch } = await import('../watching/draft-watch.ts');
      const { name, text } = draftWatch({ url, onlyPage, every, notify, detectors: [] });
      return { name, file: text };
    },
    checkProjectFile: async ({ body: { file } }) => {
      try {
        const { definition, warnings } = readProject(file, { fileName: 'the project file' });
        return {
          name: definition.name,
          problems: warnings.map((each) => ({ severity: 'warning', ...each })),
        };
      } catch (error) {
        if (!(error instanceof ProjectFileError)) throw error;
        return { name: null, problems: error.problems.map((each) => ({ severity: 'error', ...each })) };
      }
    },
    importWatches: async ({ body: { from, watches, form, settings = null, every } }) => {
      const { importChangedetection } = await import('../import/changedetection/import-changedetection.ts');
      const { backupFiles } = await import('../import/changedetection/import-changedetection.ts');
      const { importUrlwatch } = await import('../import/urlwatch/import-urlwatch.ts');
      const { importedFiles } = await import('../import/imported-files.ts');
      const { readArchive } = await import('../import/read-archive.ts');
      const filesOfBackup = async () =>
        form === 'text'
          ? new Map([['url-watches.json', watches]])
          : readArchive(
              { name: 'the backup', bytes: Buffer.from(watches, 'base64'), largestSum: LARGEST_BACKUP },
              backupFiles,
            );
      const all =
        from === 'urlwatch'
          ? importUrlwatch({ jobs: watches, settings, every })
          : importChangedetection(await filesOfBackup());
      return {
        watches: importedFiles(all).map(({ watch, url, file, fates, secrets }) => ({
          watch,
          url,
          file: file?.text ?? null,
          settings: fates,
          secrets: secrets.map(({ name }) => name),
        })),
        settings: all.fates,
      };
    },
    tryAddress: async ({ body: { file, url: given } }) => {
      const { definition } = readProject(file, { fileName: 'the project file' });
      const { url, decision } = explainUrl(compileRules(definition.rules ?? []), given);
      return { url, verdict: decision.verdict, reason: decision.reason };
    },
    showProjectSchema: async () => projectJsonSchema(),
  };
}

/** The title and the beginning of the text. */
async function shownPage(page: {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}) {
  const { textOfBody } = await import('../reports/page-text.ts');
  const [title = '', ...text] = (await textOfBody(page.url, page.bytes, page.contentType)).split('\n\n');
  const isHtml = /html/.test(page.contentType ?? '');
  return {
    title: isHtml ? title.slice(0, SHOWN_TEXT) : '',
    text: (isHtml ? text : [title, ...text]).join('\n').slice(0, SHOWN_TEXT),
    isBuiltByScripts: isHtml && isEmptyShell(page.bytes),
  };
}

/** Somebody else typed it, so nothing is tried that projects of users may not reach. What goes wrong is told by the look itself. */
async function withScheme(typed: string, config: Config): Promise<string> {
  if (typed.includes('://')) return typed;
  const { servedAddress } = await import('../../crawl/site/first-contact.ts');
  try {
    return await servedAddress(typed, { settings: {}, config, hosts: null });
  } catch {
    return `https://${typed}`;
  }
}
