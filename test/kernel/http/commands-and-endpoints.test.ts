import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../../src/features/endpoints.ts';
import { tidemarkProgram } from '../../../src/main/program.ts';

/** Every command that does something, by the words that lead to it. */
function commandsOf(command: Command, path: readonly string[] = []): readonly string[] {
  const children = command.commands.flatMap((child) => commandsOf(child, [...path, child.name()]));
  return command.commands.length === 0 ? [path.join(' ')] : children;
}

const onlyHere = 'it works on text that is typed, and on nothing that is stored: there is no server to ask';
const machine = 'it is about the machine that the program runs on';

/** What does over the API what a command does; or why nothing does. */
const sameOverTheApi: Readonly<Record<string, readonly EndpointName[] | string>> = {
  crawl: ['addProject', 'startRun', 'stopRun', 'resumeRun', 'watchRuns'],
  track: ['addProject', 'startRun', 'stopRun', 'resumeRun', 'watchRuns', 'showSummary'],
  watch: 'the server runs projects by their schedules itself',
  serve: 'it is the server',
  worker: 'it is a process on a machine of its own',
  'nodes ls': ['listNodes'],
  'nodes drain': ['changeNode'],
  'nodes pause': ['changeNode'],
  'nodes resume': ['changeNode'],
  'queue ls': ['showQueue'],
  'queue retry': ['retryDeadLetter'],
  'queue rm': ['removeDeadLetter'],
  'queue withdraw': ['withdrawRun'],
  mcp: ['talkToAssistant'],
  report: ['reportRun', 'showSummary'],
  diff: ['diffPage'],
  explain: ['explainPage'],
  'learned ls': ['listLearned'],
  'learned explain': ['explainLearned'],
  'learned on': ['switchLearned'],
  'learned off': ['switchLearned'],
  confirm: ['confirmRun'],
  demo: machine,
  search: ['searchPages'],
  ls: ['listPages'],
  show: ['showPage', 'readText', 'readFile', 'listVersions'],
  export: ['exportRun'],
  init: 'it asks questions in a terminal; what it writes is added with addProject',
  'import urlwatch': ['importWatches', 'addProject'],
  'import changedetection': ['importWatches', 'addProject'],
  'projects add': ['addProject'],
  'projects ls': ['listProjects'],
  'projects show': ['showProject'],
  'projects edit': ['changeProject'],
  'projects rm': ['removeProject'],
  'projects export': ['showProject'],
  'projects check': ['addProject', 'changeProject'],
  'projects schema': 'it is the same for every server: docs/project-files.md says where editors find it',
  'rules test': ['testRules'],
  'secrets set': ['keepSecret', 'keepProjectSecret'],
  'secrets ls': ['listSecrets', 'listProjectSecrets'],
  'secrets rm': ['removeSecret', 'removeProjectSecret'],
  'secrets rotate': 'the key of the secrets is outside the database, and never leaves its machine',
  'secrets key': 'the key of the secrets is outside the database, and never leaves its machine',
  'users ls': ['listUsers'],
  'users add': ['addUser'],
  'users rm': ['removeUser'],
  'users passwd': ['changeMyPassword', 'makeLink'],
  'users link': 'who is let in by whom outside is for whoever runs the server to say',
  'users role': ['changeUser'],
  'users access': ['setAccess', 'removeAccess', 'listAccess'],
  'users log': ['readAuditLog'],
  'calibrate record': 'it needs a browser on the machine, and its sites are those that the operator names',
  'calibrate run': 'it takes the processors of the machine for minutes: whoever has them starts it',
  'calibrate report': ['readCalibration', 'listMistakes', 'recommendSetting'],
  'calibrate ls': ['listCalibrationSets'],
  'calibrate export': 'it writes a file of the machine',
  'calibrate import': 'it reads a file of the machine',
  'calibrate judges': 'who may see what was recorded is a decision of the operator',
  'calibrate rm': 'whoever recorded a set on the machine removes it there',
  'tokens ls': ['listMyTokens'],
  'tokens add': ['addMyToken'],
  'tokens rm': ['removeMyToken'],
  'detectors ls': ['listDetectors', 'listMatches'],
  'detectors add': ['addDetector'],
  'detectors test': ['tryDetector'],
  'detectors rm': ['removeDetector'],
  detect: onlyHere,
  stem: onlyHere,
  stats: ['showStatistics'],
  'notify ls': ['listDeliveries'],
  'notify send': 'the server sends what is due by itself',
  'notify retry': ['retryDeliveries'],
  'notify test': ['testChannels'],
  'url normalize': onlyHere,
  'url identity': onlyHere,
  'url session': onlyHere,
  'url pair': onlyHere,
  'url equivalence': onlyHere,
  fingerprint: onlyHere,
  states: [
    ...(['startExploration', 'stopExploration', 'listExplorations'] as const),
    ...(['readStateGraph', 'readState', 'showStateSummary'] as const),
  ],
  robots: 'it fetches from the machine that it is typed on',
  migrate: machine,
  backup: 'it writes a file on the machine, for whoever looks after it',
  restore: 'it fills an empty database, before there is a server',
  retention: ['applyRetention', 'showRetention'],
  doctor: machine,
  completion: machine,
  man: machine,
};

test('every command has endpoints that do the same, or a reason why not', () => {
  expect(Object.keys(sameOverTheApi).toSorted()).toEqual(commandsOf(tidemarkProgram()).toSorted());
  const named = Object.values(sameOverTheApi).flatMap((same) => (typeof same === 'string' ? [] : same));
  expect(named.filter((name) => !Object.hasOwn(endpoints, name))).toEqual([]);
});
