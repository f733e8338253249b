import { compiledDetectors } from '../../crawl/compiled-detectors.ts';
import { parseProject } from '../../crawl/projects/project-file.ts';
import type { AuditNote } from '../../crawl/tables/records.ts';
import type { Store } from '../../database/store.ts';
import type { DetectorDefinition, Match } from '../../detect/index.ts';
import type { ApiServices } from '../../http/services.ts';
import { numberAfter, partSkipping } from '../../main/server/list-parts.ts';
import { isoTime, projectCalled, type ServerParts } from '../../main/server/server-parts.ts';
import { doerOf } from '../people/account-services.ts';
import { noteOf } from '../people/people-parts.ts';
import { runCalled } from '../reports/run-services.ts';
import { addDetector, namedDetectors, removeDetector } from './change-detectors.ts';
import { detectorsOfProject } from './detectors-place.ts';
import { replayDetectors } from './replay-detectors.ts';

type DetectorServices = Pick<
  ApiServices,
  'listDetectors' | 'addDetector' | 'removeDetector' | 'tryDetector' | 'listMatches'
>;

export function detectorServices({ store, people }: ServerParts): DetectorServices {
  return {
    listDetectors: async ({ project, after, limit }) => {
      const all = await namedDetectors(await placeOf(store, project));
      const rows = all.map(({ detector, definition }) => row(detector.name, definition));
      return partSkipping(rows, numberAfter(after), limit);
    },
    addDetector: async ({ project, body }, asking) => {
      const definition = writtenDetector(body);
      const { name } = await addDetector(
        await placeOf(store, project, [noteOf(people.now(), doerOf(asking), 'add detector', project)]),
        definition,
      );
      return row(name, definition);
    },
    removeDetector: async ({ project, detector }, asking) => {
      const note = noteOf(people.now(), doerOf(asking), 'remove detector', project, `detector ${detector}`);
      await removeDetector(await placeOf(store, project, [note]), detector);
    },
    tryDetector: async ({ project: name, body, after, limit }) => {
      const project = await projectCalled(store, name);
      const compiled = await compiledDetectors([writtenDetector(body)]);
      const found = await replayDetectors(store, project, compiled);
      const rows = found.map(({ at, match }) => ({ ...matchRow(match), at: isoTime(at) }));
      return partSkipping(rows, numberAfter(after), limit);
    },
    listMatches: async ({ project: name, run: number, after, limit }) => {
      const run = await runCalled(store, await projectCalled(store, name), number);
      const skip = numberAfter(after);
      const matches = await store.found.ofRun(run.id, skip + limit + 1);
      return partSkipping(matches.map(matchRow), skip, limit);
    },
  };
}

/** Checked as in a project file, which also knows the short forms. Throws PROJECT_FILE_INVALID. */
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
