/** What goes with a feature besides its folder in `src/features`. */
interface GoesWith {
  /** Folders and files of tests that are about this feature; other tests are about the product as a whole. */
  readonly tests: readonly string[];
  /** Its views in the web interface. */
  readonly web: readonly string[];
}

const web = (...views: readonly string[]): readonly string[] =>
  views.map((view) => `web/src/features/${view}`);

/** By the name of the folder in `src/features`. */
export const goesWith: Readonly<Record<string, GoesWith>> = {
  assistants: { tests: ['test/server/assistant.test.ts'], web: [] },
  backup: {
    tests: ['test/backup', 'test/cli/migrate.test.ts', 'src/database/objects/bodies-in-objects.test.ts'],
    web: [],
  },
  calibration: {
    tests: ['test/calibration'],
    web: [...web('calibration'), 'web/src/exported/calibration.tsx'],
  },
  'change-feed': { tests: ['test/feed'], web: [] },
  cluster: { tests: ['test/cluster'], web: [] },
  demo: { tests: ['test/cli/demo.test.ts', 'test/cli/demo-interface.test.ts'], web: [] },
  detectors: { tests: ['test/detect'], web: web('detectors') },
  doctor: { tests: ['test/cli/doctor.test.ts'], web: [] },
  fingerprints: { tests: ['test/fingerprint'], web: [] },
  import: { tests: ['test/import'], web: [] },
  notifications: {
    tests: ['test/notify', 'src/features/detectors/tables/found-match.test.ts'],
    web: web('messages'),
  },
  people: {
    tests: [
      'test/people',
      'test/server/accounts.test.ts',
      'src/database/schema.test.ts',
      'src/features/calibration/judges-by-user.test.ts',
    ],
    web: web('account'),
  },
  projects: {
    tests: ['test/projects', 'test/cli/project-commands.test.ts', 'test/server/trying-steps.test.ts'],
    web: web('new-project', 'project-settings', 'secrets'),
  },
  reports: {
    tests: [
      'test/track-report',
      'test/reported',
      'test/server/home.test.ts',
      'src/presentation/diff/diff.test.ts',
      'src/presentation/summary/summary.test.ts',
    ],
    web: [
      ...web('home', 'page', 'project', 'project-pages', 'run'),
      'web/src/exported/change-list.tsx',
      'web/src/exported/diff.tsx',
      'web/src/exported/report-groups.tsx',
      'web/src/exported/report-pictures.tsx',
      'web/src/exported/report.tsx',
    ],
  },
  retention: { tests: ['test/retention', 'test/server/retention.test.ts'], web: [] },
  search: { tests: ['test/search'], web: web('search') },
  states: {
    tests: [
      'test/states',
      'test/state-applications',
      'test/server/states.test.ts',
      'src/features/retention/tidy-projects.test.ts',
    ],
    web: [...web('states'), 'web/src/exported/states.tsx'],
  },
  statistics: { tests: [], web: web('statistics') },
  system: {
    tests: ['test/server/metrics.test.ts', 'test/server/log.test.ts', 'test/server/operations.test.ts'],
    web: web('system'),
  },
  'url-tools': {
    tests: [
      'test/cli/robots.test.ts',
      'test/cli/url-equivalence.test.ts',
      'test/cli/url-lists.test.ts',
      'test/cli/url-visits.test.ts',
    ],
    web: [],
  },
  warc: { tests: [], web: [] },
  watching: { tests: ['test/watch'], web: [] },
};
