import {
  compileDetector,
  type Detector,
  type DetectorDefinition,
  loadStemmers,
  type Stemmers,
} from '../detect/index.ts';
import { anyPattern } from '../project/index.ts';

/** Detectors that are ready to run, in the order of their definitions. Throws DETECT_DEFINITION_INVALID. */
export async function compiledDetectors(
  definitions: readonly DetectorDefinition[],
): Promise<{ readonly detectors: readonly Detector[]; readonly stemmers: Stemmers }> {
  const stemmers = await loadStemmers();
  const detectors = definitions.map((one) => compileDetector(one, { stemmers, addresses: anyPattern }));
  return { detectors, stemmers };
}
