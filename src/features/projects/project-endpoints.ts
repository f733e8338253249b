import { z } from 'zod';
import { type Endpoint, everywhere, inProject, json } from '../../http/contract/endpoint.ts';
import {
  instant,
  listOf,
  paging,
  partOf,
  projectFileText,
  projectName,
  ruleVerdict,
} from '../../http/contract/values.ts';

const projectRow = z.object({
  name: projectName,
  url: z.string().describe('where it starts'),
  lastRun: z
    .object({ number: z.number().int(), state: z.enum(['running', 'finished', 'paused']) })
    .nullable(),
  isRunning: z.boolean().describe('whether a run is under way in this server'),
});

const projectView = projectRow.extend({
  createdAt: instant,
  isWaiting: z.boolean().describe('whether a run waits for a worker, because all of them are busy'),
  /** The project file as written; null for a project that has only an address and settings. */
  file: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  steps: z.number().int().nullable(),
  rules: z.number().int().nullable(),
});

/** A project file, or only a start address. */
const newProject = z.union([
  z.strictObject({ file: projectFileText.describe('a project file, YAML or JSON') }),
  z.strictObject({
    url: z.string().min(1).max(4000).describe('where to start'),
    name: projectName.optional().describe('default: the host of the address'),
  }),
]);

const changedProject = z.strictObject({
  file: projectFileText.describe('the whole project file'),
  was: z
    .string()
    .optional()
    .describe('the file as it was read: if it is another one by now, nothing is changed'),
});

const params = z.object({ project: projectName });

export const projectEndpoints = {
  listProjects: {
    method: 'GET',
    path: '/api/projects',
    says: 'Lists the projects, by name.',
    access: everywhere('reader', 'read'),
    query: paging,
    answer: json(partOf(projectRow)),
  },
  showProject: {
    method: 'GET',
    path: '/api/projects/:project',
    says: 'Shows a project: its file or settings, and its last run.',
    access: inProject('reader', 'read'),
    params,
    answer: json(projectView),
  },
  addProject: {
    method: 'POST',
    path: '/api/projects',
    says: 'Adds a project. It does not run yet.',
    access: everywhere('editor', 'write'),
    body: newProject,
    answer: json(projectView, 201),
  },
  changeProject: {
    method: 'PUT',
    path: '/api/projects/:project',
    says: 'Replaces the file of a project. Its name stays.',
    access: inProject('editor', 'write'),
    params,
    body: changedProject,
    answer: json(projectView),
  },
  removeProject: {
    method: 'DELETE',
    path: '/api/projects/:project',
    says: 'Removes a project and everything it collected.',
    access: inProject('administrator', 'admin'),
    params,
    answer: { kind: 'nothing' },
  },
  testRules: {
    method: 'POST',
    path: '/api/projects/:project/rules/test',
    says: 'Shows which rule of a project decides about a URL, and why. Fetches nothing.',
    access: inProject('reader', 'read'),
    params: z.object({ project: projectName }),
    body: z.strictObject({ urls: z.array(z.string().min(1).max(4000)).min(1).max(100) }),
    answer: json({
      items: listOf(ruleVerdict),
    }),
  },
} as const satisfies Record<string, Endpoint>;
