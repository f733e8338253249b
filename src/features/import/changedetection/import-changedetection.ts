import { ProjectError } from '../../../project/index.ts';
import {
  type ImportedPart,
  type ImportedWatch,
  type ImportedWatches,
  joinImported,
  mapOf,
  textIn,
  type UntypedMap,
} from '../imported-part.ts';
import { importedProject, SecretNames, WatchNames } from '../imported-project.ts';
import { addressFrom } from '../request-headers.ts';
import { type BackupSettings, channelsOf, intervalFrom, watchSettingsFrom } from './watch-settings.ts';

/** The files of a backup that are read. Older versions keep everything in one file, newer ones have a file for each watch. */
export const backupFiles =
  /^(?:url-watches\.json|changedetection\.json|[\w-]+\/(?:watch|tag|restock_diff)\.json)$/;

/** The default interval of changedetection.io is three hours. */
const USUAL_INTERVAL = '3h';

/** Imports the watches of a backup of changedetection.io; `files` are by name. Throws PROJECT_IMPORT_INVALID. */
export function importChangedetection(files: ReadonlyMap<string, string>): ImportedWatches {
  const read = new Map([...files].map(([name, text]) => [name, objectIn(name, text)]));
  const index = read.get('changedetection.json') ?? read.get('url-watches.json');
  const all = watchesIn(read, mapOf(index?.['watching']));
  if (index === undefined && all.length === 0)
    throw invalid('it has neither url-watches.json nor changedetection.json nor a watch.json');
  const settings = settingsIn(mapOf(index?.['settings']), read);
  const secrets = new SecretNames('changedetection');
  const names = new WatchNames();
  const imported = all.map((watch) => watchFrom(watch, settings, secrets, names));
  return {
    watches: imported.map(({ watch }) => watch),
    fates: [
      {
        what: 'history and screenshots',
        became: 'no equal',
        how: 'the first run keeps a version of its own to compare with',
      },
    ],
    secrets: [],
    settings: [...new Set(imported.flatMap((one) => one.settings))],
  };
}

function watchFrom(
  watch: UntypedMap,
  settings: BackupSettings,
  secrets: SecretNames,
  names: WatchNames,
): { readonly watch: ImportedWatch; readonly settings: readonly string[] } {
  const { url, part: account } = addressFrom(textIn(watch['url']).replace(/^source:/, ''), secrets);
  const reported = channelsOf(watch, settings, secrets);
  const isPaused = watch['paused'] === true || settings.application['all_paused'] === true;
  const paused: ImportedPart = isPaused
    ? { fates: [{ what: 'paused', became: 'imported', how: 'no schedule: it runs when you run it' }] }
    : {};
  const usual = intervalFrom(settings.requests['time_between_check']) ?? USUAL_INTERVAL;
  const own =
    watch['time_between_check_use_default'] === true ? null : intervalFrom(watch['time_between_check']);
  const part = joinImported([
    paused,
    account,
    watchSettingsFrom(watch, url, settings, secrets),
    reported.part,
  ]);
  const title = textIn(watch['title']) || textIn(watch['page_title']);
  const wanted = { title, url, every: isPaused ? null : (own ?? usual) };
  return { watch: importedProject(wanted, part, names), settings: reported.settings };
}

/** The watches of the index, and those with a file of their own, which is newer. */
function watchesIn(files: ReadonlyMap<string, UntypedMap>, index: UntypedMap): readonly UntypedMap[] {
  const byId = new Map(Object.entries(index).map(([id, watch]) => [id, mapOf(watch)]));
  for (const [name, watch] of files) {
    const id = /^([\w-]+)\/watch\.json$/.exec(name)?.[1];
    if (id !== undefined) byId.set(id, watch);
  }
  for (const [name, file] of files) {
    const id = /^([\w-]+)\/restock_diff\.json$/.exec(name)?.[1];
    const watch = byId.get(id ?? '');
    if (id !== undefined && watch !== undefined)
      byId.set(id, { ...watch, restock_settings: mapOf(file['restock_diff']) });
  }
  return [...byId.values()].filter((watch) => textIn(watch['url']) !== '');
}

function settingsIn(given: UntypedMap, files: ReadonlyMap<string, UntypedMap>): BackupSettings {
  const application = mapOf(given['application']);
  const own = [...files].flatMap(([name, tag]) => {
    const id = /^([\w-]+)\/tag\.json$/.exec(name)?.[1];
    return id === undefined ? [] : [[id, tag] as const];
  });
  return {
    application,
    requests: mapOf(given['requests']),
    tags: { ...mapOf(application['tags']), ...Object.fromEntries(own) },
  };
}

function objectIn(name: string, text: string): UntypedMap {
  try {
    return mapOf(JSON.parse(text.replace(/^\u{feff}/u, '')));
  } catch {
    // The message of JSON.parse quotes the file, passwords included.
    throw invalid(`${name} is not valid JSON`);
  }
}

const invalid = (reason: string): ProjectError =>
  new ProjectError('PROJECT_IMPORT_INVALID', `this is no backup of changedetection.io: ${reason}`);
