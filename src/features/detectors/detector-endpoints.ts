import { z } from 'zod';
import { type Endpoint, inProject, json } from '../../http/contract/endpoint.ts';
import { fileId, instant, paging, partOf, projectName, runNumber } from '../../http/contract/values.ts';

/** A detector as project files write it; the server checks it. */
const detectorDefinition = z
  .record(z.string(), z.unknown())
  .describe('a detector, as in a project file: docs/detectors.md');

const detectorRow = z.object({ name: z.string(), definition: detectorDefinition });

const foundMatch = z.object({
  detector: z.string(),
  file: fileId,
  url: z.string(),
  title: z.string(),
  event: z.string().describe('what happened to the page'),
  in: z.enum(['added', 'removed']),
  sentence: z.string().nullable().describe('null when it is about the page as a whole'),
  reason: z.string(),
});

const ofProject = z.object({ project: projectName });
const ofDetector = z.object({ project: projectName, detector: z.string().min(1).max(500) });

export const detectorEndpoints = {
  listDetectors: {
    method: 'GET',
    path: '/api/projects/:project/detectors',
    says: 'Lists the detectors of a project.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging,
    answer: json(partOf(detectorRow)),
  },
  addDetector: {
    method: 'POST',
    path: '/api/projects/:project/detectors',
    says: 'Adds a detector to a project, after the others.',
    access: inProject('editor', 'write'),
    params: ofProject,
    body: detectorDefinition,
    answer: json(detectorRow, 201),
  },
  removeDetector: {
    method: 'DELETE',
    path: '/api/projects/:project/detectors/:detector',
    says: 'Removes a detector from a project.',
    access: inProject('editor', 'write'),
    params: ofDetector,
    answer: { kind: 'nothing' },
  },
  tryDetector: {
    method: 'POST',
    path: '/api/projects/:project/detectors/try',
    says: 'Shows what a detector would have found in all stored versions. Fetches and sends nothing.',
    access: inProject('reader', 'read'),
    params: ofProject,
    query: paging,
    body: detectorDefinition,
    answer: json(partOf(foundMatch.extend({ at: instant }))),
  },
  listMatches: {
    method: 'GET',
    path: '/api/projects/:project/runs/:run/matches',
    says: 'Lists what detectors found in a run.',
    access: inProject('reader', 'read'),
    params: z.object({ project: projectName, run: runNumber }),
    query: paging,
    answer: json(partOf(foundMatch)),
  },
} as const satisfies Record<string, Endpoint>;
