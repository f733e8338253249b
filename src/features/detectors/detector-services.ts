import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
import { parseProject } from '../../crawl/projects/project-file.ts';
import type { AuditNote } from '../../crawl/tables/audit-log.ts';
import type { Store } from '../../database/store.ts';
import type { DetectorDefinition, Match } from '../../detect/index.ts';
import { numberAfter, partFrom, partSkipping } from '../../http/json-values.ts';
import { doerOf, noteOf } from '../../http/people/audit-note.ts';
import { projectCalled, runCalled } from '../../http/requested-resources.ts';
import type { ServiceContext } from '../../http/service-context.ts';
import type { ServicesOf } from '../../http/services.ts';
import type { detectorEndpoints } from './detector-endpoints.ts';
import { addDetector, detectorsOfProject, namedDetectors, removeDetector } from './detectors-place.ts';
import { replayDetectors } from './replay-detectors.ts';

export function detectorServices({ store }: ServiceContext): ServicesOf<typeof detectorEndpoints> {
  return {
    listDetectors: async ({ project, after, limit }) => {
      const all = await namedDetectors(await placeOf(store, project));
      const rows = all.map(({ detector, definition }) => row(detector.name, definition));
      return partSkipping(rows, numberAfter(after), limit);
    },
    addDetector: async ({ project, body }, asking) => {
      const definition = writtenDetector(body);
      const { name } = await addDetector(
        await placeOf(store, project, [noteOf(Date.now(), doerOf(asking), 'add detector', project)]),
        definition,
      );
      return row(name, definition);
    },
    removeDetector: async ({ project, detector }, asking) => {
      const note = noteOf(Date.now(), doerOf(asking), 'remove detector', project, `detector ${detector}`);
      await removeDetector(await placeOf(store, project, [note]), detector);
    },
    tryDetector: async ({ project: name, body, after, limit }) => {
      const project = await projectCalled(store, name);
      const compiled = await compiledDetectors([writtenDetector(body)]);
      const found = await replayDetectors(store, project, compiled);
      const rows = found.map(({ at, match }) => ({ ...matchRow(match), at }));
      return partSkipping(rows, numberAfter(after), limit);
    },
    listMatches: async ({ project: name, run: number, after, limit }) => {
      const run = await runCalled(store, await projectCalled(store, name), number);
      const skip = numberAfter(after);
      const matches = await store.found.ofRun(run.id, { limit: limit + 1, skip });
      return partFrom(matches.map(matchRow), limit, () => skip + limit);
    },
  };
}

/** Validated as in a project file, which also allows the short forms. Throws PROJECT_FILE_INVALID. */
function writtenDetector(written: Readonly<Record<string, unknown>>): DetectorDefinition {
  const file = JSON.stringify({ name: 'one', source: 'https://example.org/', detectors: [written] });
  const [detector] = parseProject(file, { fileName: 'the detector' }).detectors ?? [];
  if (detector === undefined) throw new TypeError('a detector was written, but none was read');
  return detector;
}

const placeOf = async (store: Store, project: string, notes: readonly AuditNote[] = []) =>
  detectorsOfProject(store, await projectCalled(store, project), 'user', notes);

const row = (name: string, definition: DetectorDefinition) => ({
  name,
  definition: { ...definition } as Record<string, unknown>,
});

const matchRow = ({ detector, pageId, url, title, event, in: where, place, reason }: Match) => ({
  detector,
  file: String(pageId),
  url,
  title,
  event,
  in: where,
  sentence: place?.sentence ?? null,
  reason,
});
