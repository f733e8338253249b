import { type Document, parseAllDocuments, parseDocument } from 'yaml';
import { ProjectError } from '../../../project/index.ts';
import {
  type ImportedPart,
  type ImportedWatch,
  type ImportedWatches,
  joinImported,
  mapOf,
  noEqual,
  textIn,
  type UntypedMap,
} from '../imported-part.ts';
import { importedProject, SecretNames, WatchNames } from '../imported-project.ts';
import { addressFrom } from '../request-headers.ts';
import { jobSettingsFrom } from './job-settings.ts';
import { reportersFrom } from './reporters.ts';

interface UrlwatchFiles {
  /** `urls.yaml`: one document for each job. */
  readonly jobs: string;
  /** `urlwatch.yaml`; null when it is not given. */
  readonly settings: string | null;
  /** The interval, as in `1h`: urlwatch leaves it to cron. */
  readonly every: string;
}

/** Imports the jobs of urlwatch as projects. Throws PROJECT_IMPORT_INVALID. */
export function importUrlwatch({ jobs, settings, every }: UrlwatchFiles): ImportedWatches {
  const secrets = new SecretNames('urlwatch');
  const names = new WatchNames();
  const given = settings === null ? {} : mapOf(readYamlValue(settings, 'the settings of urlwatch'));
  const defaults = mapOf(given['job_defaults']);
  const reported = reportersFrom(mapOf(given['report']), secrets);
  const { fates: channelFates = [], secrets: channelSecrets = [], ...channels } = reported.part;
  const watches = jobsIn(jobs).map((job) => watchFrom(job, defaults, channels, { secrets, names, every }));
  return { watches, fates: channelFates, secrets: channelSecrets, settings: reported.settings };
}

function watchFrom(
  own: UntypedMap,
  defaults: UntypedMap,
  channels: ImportedPart,
  {
    secrets,
    names,
    every,
  }: { readonly secrets: SecretNames; readonly names: WatchNames; readonly every: string },
): ImportedWatch {
  const kind = 'navigate' in own ? 'browser' : 'command' in own ? 'shell' : 'url';
  const job = { ...mapOf(defaults['all']), ...mapOf(defaults[kind]), ...own };
  const title = textIn(job['name']);
  const command = textIn(job['command']);
  if (kind === 'shell')
    return {
      name: names.nameFor(title === '' ? command : title),
      url: '',
      project: null,
      secrets: [],
      fates: noEqual('command', 'Tidemark visits pages; the output of programs is not watched').fates ?? [],
    };
  const { url, part: account } = addressFrom(textIn(job['url']) || textIn(job['navigate']), secrets);
  const isOff = job['enabled'] === false;
  const off: ImportedPart = isOff
    ? { fates: [{ what: 'enabled: no', became: 'imported', how: 'no schedule: it runs when you run it' }] }
    : {};
  const part = joinImported([off, account, jobSettingsFrom(job, url, secrets), channels]);
  return importedProject({ title, url, every: isOff ? null : every }, part, names);
}

/** A file with more is a mistake, or not a list of jobs. */
const MOST_JOBS = 20_000;
const MOST_ALIASES = 100;

function jobsIn(text: string): readonly UntypedMap[] {
  const documents = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: true });
  const list = Array.isArray(documents) ? documents : [];
  if (list.length > MOST_JOBS) throw invalid(`it has more than ${MOST_JOBS} jobs`);
  const jobs = list.flatMap((document, place) => {
    const [error] = document.errors;
    if (error !== undefined) throw invalid(`job ${place + 1} is not valid YAML: ${firstLine(error.message)}`);
    const value = plainValue(document, `job ${place + 1}`);
    return value === null || value === undefined ? [] : [[place, value] as const];
  });
  if (jobs.length === 0) throw invalid('it has no jobs');
  return jobs.map(([place, value]) => {
    const job = mapOf(value);
    if (!['url', 'navigate', 'command'].some((key) => key in job))
      throw invalid(`job ${place + 1} has no url, navigate or command`);
    return job;
  });
}

function readYamlValue(text: string, what: string): unknown {
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw invalid(`${what}: ${firstLine(error.message)}`);
  return plainValue(document, what);
}

function plainValue(document: Document, what: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch {
    throw invalid(`${what} has aliases (*name) that lead nowhere, or stand for too many values`);
  }
}

/** Keeps the first line: further lines of the parser quote the file, which may contain passwords. */
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/:$/, '');

const invalid = (reason: string): ProjectError =>
  new ProjectError('PROJECT_IMPORT_INVALID', `this is no list of jobs of urlwatch: ${reason}`);
