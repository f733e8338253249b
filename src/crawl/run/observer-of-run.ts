import type { NewTextReader, VisitObserver } from '../visit-observer.ts';
import type { RunParts } from './runner.ts';

/** Runs of projects that look for nothing and tell nobody load neither detectors nor channels. */
export async function observerOfRun(parts: RunParts, reader: NewTextReader): Promise<VisitObserver | null> {
  const { detectors, notify } = parts.definition;
  if (detectors.length === 0 && notify.length === 0) return null;
  const { visitEvents } = await import('../events/visit-events.ts');
  return visitEvents(parts, reader);
}
