import { CliError } from '../../../cli/errors.ts';
import type { Output } from '../../../cli/output.ts';
import type { Config } from '../../../config/index.ts';
import type { Store } from '../../../database/store.ts';

/** Options for an address that is not a project yet. */
export interface AddressOptions {
  readonly every?: string;
  readonly page?: boolean;
  readonly when?: readonly string[];
  readonly notify?: readonly string[];
}

/** Adds the files and addresses that were typed. Returns the names of the projects to watch. */
export async function preparedProjects(
  what: readonly string[],
  options: AddressOptions,
  config: Config,
  output: Output,
): Promise<readonly string[]> {
  const { addProject } = await import('../../../crawl/projects/add-project.ts');
  const { openDataFolder } = await import('../../../database/open-data-folder.ts');
  const { whatToVisit } = await import('../../../crawl/projects/what-to-visit.ts');
  const wanted = await Promise.all(what.map((each) => whatToVisit(each, undefined)));
  const { when = [], notify = [], page = false, every } = options;
  const address = wanted.find(({ url }) => url !== null);
  const isAboutAddress = when.length + notify.length > 0 || page || every !== undefined;
  if (isAboutAddress && (address === undefined || wanted.length > 1))
    throw new CliError(
      'CLI_OPTION_INVALID',
      '--every, --page, --when and --notify go with one address, as in "tidemark watch https://example.org/ --every 1h". A project says them in its file.',
    );
  if (wanted.every(({ url, file }) => url === null && file === null))
    return wanted.map(({ project }) => project);
  const store = await openDataFolder(config, 'write', 'tidemark watch', { thread: false });
  try {
    const names: string[] = [];
    for (const { project, url, file } of wanted) {
      if (url !== null) names.push(await preparedAddress(url, options, { store, config, output }));
      else {
        if (file !== null) await addProject(store, file);
        names.push(project);
      }
    }
    return names;
  } finally {
    await store.close();
  }
}

interface WatchContext {
  readonly store: Store;
  readonly config: Config;
  readonly output: Output;
}

/** Writes a project for an address, and says what its conditions mean on the page as it is now. */
async function preparedAddress(
  url: string,
  { when = [], notify = [], page = false, every = '1h' }: AddressOptions,
  { store, config, output }: WatchContext,
): Promise<string> {
  const { addProject } = await import('../../../crawl/projects/add-project.ts');
  const { readStoredProject } = await import('../../../crawl/projects/project-file.ts');
  const { draftWatch, isSameWatch } = await import('../draft-watch.ts');
  const { lookAtPage } = await import('../../../crawl/site/look-at-page.ts');
  const { understandWatch } = await import('../understand-watch.ts');
  const wish = {
    url,
    every,
    onlyPage: page,
    notify,
    detectors: when.map((typed) => ({ name: nameOf(typed), when: typed })),
  };
  const typed = draftWatch(wish);
  const { name } = typed;
  const known = await store.projects.find(name);
  const before = known === null ? null : (await readStoredProject(known.settings)).definition;
  if (before !== null && isSameWatch(before, typed.definition)) return name;
  if (before !== null)
    throw new CliError(
      'CLI_OPTION_INVALID',
      `there is a project "${name}" already, with other settings. Watch it as it is with "tidemark watch '${name}'", or change it with "tidemark projects edit '${name}'".`,
    );
  const { detectors = [] } = typed.definition;
  const now = detectors.length === 0 ? null : await lookAtPage(typed.definition.source.url, config);
  const understood = now === null ? null : await understandWatch(now, detectors);
  const draft =
    understood === null
      ? typed
      : draftWatch({ ...wish, detectors: understood.map(({ detector }) => detector) });
  await addProject(store, { text: draft.text, fileName: `${name}.yaml`, folder: '.' });
  output.note(`The project "${name}" was written:\n\n${draft.text.replace(/^/gm, '  ').trimEnd()}\n`);
  for (const { sentence } of understood ?? []) output.note(sentence);
  if (config.smtp === '' && notify.some((address) => address.startsWith('mailto:')))
    output.note(NO_MAIL_SERVER);
  return name;
}

const NO_MAIL_SERVER =
  'No mail server is set, so mails will wait: set TIDEMARK_SMTP to one, as in smtps://me@mail.example.org, and try it with "tidemark notify test mailto:me@example.org".';

/** As it was typed. Quotes mark a phrase and are not part of the name. */
const nameOf = (typed: string): string => /^"([^"]+)"$/.exec(typed.trim())?.[1] ?? typed.trim();
