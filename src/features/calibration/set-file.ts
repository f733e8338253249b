import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Store } from '../../database/store.ts';
import { checkSetName } from './calibration-sets.ts';
import { CalibrateError } from './errors.ts';
import type { CalibrationSet, RecordedSite, StoredVerdict } from './tables/calibration-tables.ts';
import type { RecordedRow } from './tables/stored-recordings.ts';

type Kept = Pick<Store, 'calibrations'>;

const format = 'tidemark calibration set';
const version = 1;

interface SiteInFile extends Pick<RecordedSite, 'url' | 'settings' | 'startedAt' | 'endedAt' | 'ending'> {
  readonly states: readonly (RecordedRow & { readonly screenshot: string | null })[];
  readonly tried: readonly RecordedRow[];
}

interface SetInFile {
  readonly format: typeof format;
  readonly version: typeof version;
  readonly name: string;
  readonly sites: readonly SiteInFile[];
  readonly verdicts: readonly StoredVerdict[];
}

/** A set as one file, with recordings and verdicts. Points are not in it; they are computed again. */
export async function writeSetFile({ calibrations }: Kept, set: CalibrationSet): Promise<Uint8Array> {
  const sites: SiteInFile[] = [];
  for (const { number, ...site } of await calibrations.sites(set.id)) {
    const states: SiteInFile['states'][number][] = [];
    for (const state of await calibrations.states(set.id, number)) {
      const picture = await calibrations.screenshot(set.id, number, state.number);
      states.push({
        ...state,
        screenshot: picture === null ? null : Buffer.from(picture).toString('base64'),
      });
    }
    sites.push({ ...site, states, tried: await calibrations.tried(set.id, number) });
  }
  const verdicts = await calibrations.verdicts(set.id);
  const file: SetInFile = { format, version, name: set.name, sites, verdicts };
  return zstdCompressSync(Buffer.from(JSON.stringify(file)));
}

/** Throws CALIBRATE_FILE_INVALID, and CALIBRATE_SET_EXISTS when a set has that name. */
export async function readSetFile(
  { calibrations }: Kept,
  bytes: Uint8Array,
  name: string | null,
): Promise<CalibrationSet> {
  const file = parsed(bytes);
  const called = name ?? file.name;
  checkSetName(called);
  if ((await calibrations.find(called)) !== null)
    throw new CalibrateError(
      'CALIBRATE_SET_EXISTS',
      `There is a set "${called}" already. Give the imported one another name with --set.`,
    );
  const set = await calibrations.create(called, Date.now());
  try {
    for (const { states, tried, endedAt, ending, ...start } of file.sites) {
      const { number: site } = await calibrations.begin(set.id, start);
      for (const { screenshot, ...state } of states) {
        const picture = screenshot === null ? null : Buffer.from(screenshot, 'base64');
        await calibrations.keep({
          setId: set.id,
          site,
          state: { ...state, screenshot: picture },
          tried: null,
        });
      }
      for (const action of tried)
        await calibrations.keep({ setId: set.id, site, state: null, tried: action });
      await calibrations.end(set.id, site, { endedAt, ending });
    }
    // Judges of another server are not users of this one, even if name and id are equal.
    for (const { judge, ...said } of file.verdicts)
      await calibrations.judge(set.id, { ...said, judge: judge.replace(/#(\d+)$/, ' ($1)') });
  } catch (error) {
    await calibrations.remove(set.id);
    throw error;
  }
  return set;
}

function parsed(bytes: Uint8Array): SetInFile {
  try {
    const file = JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as Partial<SetInFile>;
    if (file.format === format && file.version === version && Array.isArray(file.sites))
      return file as SetInFile;
  } catch (error) {
    throw new CalibrateError('CALIBRATE_FILE_INVALID', notAFile, error);
  }
  throw new CalibrateError('CALIBRATE_FILE_INVALID', notAFile);
}

const notAFile = '"tidemark calibrate export" did not write this file, or a newer Tidemark wrote it.';
