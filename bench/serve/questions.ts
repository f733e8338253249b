import { type EndpointName, endpoints } from '../../src/features/endpoints.ts';
import { bigProject } from './seed.ts';

/** What there is to ask for in a seeded database. */
export interface AskedThings {
  /** Pages from all over the project: ids have gaps. */
  readonly pageIds: readonly number[];
  /** Those of them that have two versions. */
  readonly changedIds: readonly number[];
  readonly runs: number;
}

/** Paths of requests for an endpoint; the number tells one request from the next. */
export type Question = (things: AskedThings, number: number) => string;

const big = `/api/projects/${bigProject}`;
/** In no order that a cache could know. */
const among = (ids: readonly number[], number: number) => ids[(number * 7919) % ids.length] ?? 0;
const pageAt = ({ pageIds }: AskedThings, number: number) => among(pageIds, number);
const changedPage = ({ changedIds }: AskedThings, number: number) => among(changedIds, number);
const runAt = ({ runs }: AskedThings, number: number) => 2 + (number % (runs - 1));

/** Every list and every page, at their beginnings and far inside. */
export const questions: Readonly<Partial<Record<EndpointName, readonly Question[]>>> = {
  listProjects: [() => '/api/projects', () => '/api/projects?limit=500'],
  showProject: [() => big],
  listRuns: [() => `${big}/runs`],
  showRun: [(things, number) => `${big}/runs/${runAt(things, number)}`],
  showSummary: [(things, number) => `${big}/runs/${runAt(things, number)}/summary?limit=50`],
  listRunPages: [
    (things, number) => `${big}/runs/${runAt(things, number)}/pages`,
    (things, number) =>
      `${big}/runs/${runAt(things, number)}/pages?flags=UPD&after=${pageAt(things, number)}`,
  ],
  listPages: [
    () => `${big}/pages`,
    (things, number) => `${big}/pages?after=${pageAt(things, number)}&limit=500`,
    () => `${big}/pages?which=all`,
  ],
  showPage: [(things, number) => `${big}/pages/${pageAt(things, number)}`],
  listVersions: [(things, number) => `${big}/pages/${pageAt(things, number)}/versions`],
  diffPage: [(things, number) => `${big}/pages/${changedPage(things, number)}/diff`],
  explainPage: [(things, number) => `${big}/pages/${pageAt(things, number)}/explain`],
  readText: [(things, number) => `${big}/pages/${pageAt(things, number)}/text`],
  readFile: [(things, number) => `${big}/files/${pageAt(things, number)}`],
  listChanges: [
    () => '/api/changes',
    () => '/api/changes?limit=500',
    () => `/api/changes?project=${bigProject}`,
  ],
  searchPages: [
    (_, number) => `/api/search?q=harbour+word${number % 5000}`,
    () => '/api/search?q=moon',
    (_, number) => `/api/search?q=pier+${number}&history=true`,
  ],
  listDetectors: [() => `${big}/detectors`],
  listMatches: [
    (things, number) => `${big}/runs/${runAt(things, number)}/matches`,
    (things, number) => `${big}/runs/${runAt(things, number)}/matches?after=200`,
  ],
  listLearned: [() => `${big}/learned`],
  listDeliveries: [() => `${big}/deliveries`, () => `${big}/deliveries?state=waiting&after=1000`],
  showStatistics: [() => '/api/statistics', () => `/api/statistics?project=${bigProject}&by=day`],
  listSecrets: [() => '/api/secrets'],
  listUsers: [() => '/api/users'],
  readAuditLog: [() => '/api/audit'],
  showMetrics: [() => '/metrics'],
  showSystem: [() => '/api/system'],
  showHome: [() => '/api/home'],
  listNodes: [() => '/api/nodes'],
  listFeedReaders: [() => '/api/feed-readers'],
  showQueue: [() => '/api/queue'],
  listCalibrationSets: [() => '/api/calibration'],
  showRegions: [(things, number) => `${big}/pages/${changedPage(things, number)}/regions?selector=p`],
};

/** What is not asked, and why. */
export const notAsked: Readonly<Partial<Record<EndpointName, string>>> = {
  isAlive: 'no list',
  isReady: 'no list',
  describeApi: 'the same for any database',
  showProjectSchema: 'the same for any database',
  showTryPage: 'a page of ours',
  showPagePart: 'a page of ours',
  waysToLogIn: 'about the caller',
  logInElsewhere: 'about the caller',
  returnFromElsewhere: 'about the caller',
  whoAmI: 'about the caller',
  listMyTokens: 'about people who are logged in',
  listAccess: 'about people who are logged in',
  watchRuns: 'a stream',
  reportRun: 'the whole report of 100,000 pages, sent as it is made',
  exportRun: 'all bodies of 100,000 pages, sent as they are read',
  listExplorations: 'no application is explored in the seeded project',
  readStateGraph: 'the same',
  showStateSummary: 'the same',
  readState: 'the same',
  showRetention: 'counts everything, in a thread of its own',
  explainLearned: 'nothing is learned in the seeded project',
  nextPair: 'no set of pages is judged in the seeded database',
  compareJudges: 'the same',
  readRecordedScreenshot: 'the same',
  readCalibration: 'the same',
  listMistakes: 'the same',
  listProjectSecrets: 'about secrets of one project',
};

/** Endpoints that read and that are in no list here. */
export function forgotten(): readonly string[] {
  return Object.entries(endpoints)
    .filter(([, { method }]) => method === 'GET')
    .map(([name]) => name as EndpointName)
    .filter((name) => questions[name] === undefined && notAsked[name] === undefined);
}
