import { didYouMean } from '../../access/index.ts';
import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
import { AppError } from '../../crawl/run/errors.ts';
import type { Detector, DetectorDefinition } from '../../detect/index.ts';
import type { DetectorsPlace } from './detectors-place.ts';

/** A detector as it is written, and ready to run. */
export interface NamedDetector {
  readonly definition: DetectorDefinition;
  readonly detector: Detector;
}

export async function namedDetectors({ definitions }: DetectorsPlace): Promise<readonly NamedDetector[]> {
  const { detectors } = await compiledDetectors(definitions);
  return definitions.flatMap((definition, number) => {
    const detector = detectors[number];
    return detector === undefined ? [] : [{ definition, detector }];
  });
}

/** Throws APP_DETECTOR_UNKNOWN with the names that there are. */
export async function detectorNamed(place: DetectorsPlace, name: string): Promise<NamedDetector> {
  const all = await namedDetectors(place);
  const found = all.find(({ detector }) => detector.name === name);
  if (found !== undefined) return found;
  const names = all.map(({ detector }) => detector.name);
  const known = names.length === 0 ? 'It has none yet.' : `Its detectors are: ${names.join('; ')}`;
  throw new AppError(
    'APP_DETECTOR_UNKNOWN',
    `${place.shown} has no detector named ${name}.${didYouMean(name, names)} ${known}`,
  );
}

/** Adds one after the others. Throws APP_DETECTOR_EXISTS and DETECT_DEFINITION_INVALID. */
export async function addDetector(place: DetectorsPlace, definition: DetectorDefinition): Promise<Detector> {
  const { definitions, shown, keep } = place;
  const { detectors } = await compiledDetectors([...definitions, definition]);
  const added = detectors.at(-1);
  if (added === undefined) throw new TypeError('a detector was added, but none was compiled');
  if (detectors.slice(0, -1).some(({ name }) => name === added.name)) {
    throw new AppError(
      'APP_DETECTOR_EXISTS',
      `${shown} has a detector named ${added.name} already: choose another --name, or remove it first.`,
    );
  }
  await keep([...definitions, definition]);
  return added;
}

/** Throws APP_DETECTOR_UNKNOWN. */
export async function removeDetector(place: DetectorsPlace, name: string): Promise<void> {
  const { definition } = await detectorNamed(place, name);
  await place.keep(place.definitions.filter((each) => each !== definition));
}
