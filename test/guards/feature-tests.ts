/** What goes with a feature besides `src/features/<name>`, `test/features/<name>` and `web/src/features/<name>`: unit tests of other folders that need it, exported views. */
const besides: Readonly<Record<string, readonly string[]>> = {
  backup: ['src/database/objects/bodies-in-objects.test.ts', 'src/database/sqlite/high-water-mark.test.ts'],
  calibration: ['web/src/exported/calibration.tsx'],
  notifications: ['src/features/detectors/tables/found-match.test.ts'],
  people: ['src/database/schema.test.ts', 'src/features/calibration/judges-by-user.test.ts'],
  reports: [
    'src/presentation/diff/diff.test.ts',
    'src/presentation/summary/summary.test.ts',
    'web/src/exported/change-list.tsx',
    'web/src/exported/diff.tsx',
    'web/src/exported/report-groups.tsx',
    'web/src/exported/report-pictures.tsx',
    'web/src/exported/report.tsx',
  ],
  states: ['src/features/retention/apply-retention.test.ts', 'web/src/exported/states.tsx'],
};

/** Folders with one folder for each feature, under its name. */
export const mirrors = ['test/features', 'web/src/features'];

/** Every path outside of `src/features/<name>` that goes with the feature; the mirrors come first and may not exist. */
export const goesWith = (feature: string): readonly string[] => [
  ...mirrors.map((folder) => `${folder}/${feature}`),
  ...(besides[feature] ?? []),
];

export const featuresWithMore: readonly string[] = Object.keys(besides);
