import type { Config } from '../../config/index.ts';
import { projectJsonSchema, readProject } from '../../crawl/projects/project-file.ts';
import { isEmptyShell } from '../../document/index.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import {
  compileRules,
  explainUrl,
  type FileProblem,
  ProjectFileError,
  urlShapes,
} from '../../project/index.ts';
import type { setupEndpoints } from './setup-endpoints.ts';

/** Enough to describe a site; takes seconds on a fast one. */
const MOST_PAGES = 10;
const LINKS_AWAY = 2;
/** Interactive timeout; a slow site is described by the pages seen until then. */
const LONGEST_LOOK_MS = 20_000;
const MOST_SECTIONS = 12;
const SHOWN_TEXT = 700;

export function setupServices({ config }: ServiceContext): ServicesOf<typeof setupEndpoints> {
  let schema: Readonly<Record<string, unknown>> | null = null;
  return {
    lookAtSite: async ({ body: { url: typed } }, { signal }) => {
      const { surveySite } = await import('./site-survey/survey-site.ts');
      const { lookAtPage } = await import('../../crawl/site/look-at-page.ts');
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
    checkProjectFile: async ({ body: { file } }) => {
      try {
        const { definition, warnings } = readProject(file, { fileName: 'the project file' });
        return {
          name: definition.name,
          problems: [...warnings, ...mailProblems(file, config)].map((each) => ({
            severity: 'warning',
            ...each,
          })),
        };
      } catch (error) {
        if (!(error instanceof ProjectFileError)) throw error;
        return { name: null, problems: error.problems.map((each) => ({ severity: 'error', ...each })) };
      }
    },
    tryAddress: async ({ body: { file, url: given } }) => {
      const { definition } = readProject(file, { fileName: 'the project file' });
      const { url, decision } = explainUrl(compileRules(definition.rules ?? []), given);
      return { url, verdict: decision.verdict, reason: decision.reason };
    },
    showProjectSchema: async () => {
      schema ??= projectJsonSchema();
      return schema;
    },
  };
}

/** Mails that this server cannot send. */
function mailProblems(file: string, { smtp }: Config): readonly FileProblem[] {
  const found = smtp === '' ? /\bmailto:[^\s,'"\]}]+/.exec(file) : null;
  if (found === null) return [];
  const before = file.slice(0, found.index).split('\n');
  return [
    {
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      length: found[0].length,
      path: 'notify',
      message: 'this server has no mail server, so mails will wait',
      hint: 'ask who runs it to set TIDEMARK_SMTP, or use another channel',
    },
  ];
}

/** The title and the beginning of the text. */
async function shownPage(page: {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
}) {
  const { textOfBody } = await import('../../crawl/history/text-of-body.ts');
  const [title = '', ...text] = (await textOfBody(page.url, page.bytes, page.contentType)).split('\n\n');
  const isHtml = /html/.test(page.contentType ?? '');
  return {
    title: isHtml ? title.slice(0, SHOWN_TEXT) : '',
    text: (isHtml ? text : [title, ...text]).join('\n').slice(0, SHOWN_TEXT),
    isBuiltByScripts: isHtml && isEmptyShell(page.bytes),
  };
}

/** Adds the scheme to a typed address. Tries only hosts that users' projects may reach, because a user typed it. The survey itself reports failures. */
async function withScheme(typed: string, config: Config): Promise<string> {
  if (typed.includes('://')) return typed;
  const { servedAddress } = await import('../../crawl/site/first-contact.ts');
  try {
    return await servedAddress(typed, { settings: {}, config, hosts: null });
  } catch {
    return `https://${typed}`;
  }
}
