import type { NewTextReader, VisitObserver } from '../visit-observer.ts';
import type { RunContext } from './run-context.ts';

/** Runs of projects that look for nothing and notify no one load neither detectors nor channels. */
export async function observerOfRun(
  context: RunContext,
  reader: NewTextReader,
): Promise<VisitObserver | null> {
  const { detectors, notify } = context.definition;
  if (detectors.length === 0 && notify.length === 0) return null;
  const { visitEvents } = await import('../events/visit-events.ts');
  return visitEvents(context, reader);
}
