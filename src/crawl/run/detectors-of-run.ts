import type { NewTextReader } from '../../features/detectors/visit-detector.ts';
import type { DetectStage } from '../detect-stage.ts';
import type { RunParts } from './runner.ts';

/** Runs of projects that look for nothing and tell nobody load neither detectors nor channels. */
export async function detectorsOfRun(parts: RunParts, reader: NewTextReader): Promise<DetectStage | null> {
  const { detectors, notify } = parts.definition;
  if (detectors.length === 0 && notify.length === 0) return null;
  const { visitDetector } = await import('../../features/detectors/visit-detector.ts');
  return visitDetector(parts, reader);
}
