// The import directions of docs/architecture.md. `test/guards/architecture.test.ts` plants a violation of every rule.
/** The kernel: folders of `src/` in the order in which they may see each other, only an earlier one. */
const folders = [
  'base',
  'config',
  'url',
  'document',
  'fingerprint',
  'track',
  'detect',
  'project',
  'fetch',
  'access',
  'database',
  'presentation',
  'explore',
  'crawl',
  'http',
  'cli',
];
/** What people use, each in one folder: `features` sees the kernel. `main` puts both together. */
const later = ['features', 'main'];
const pure = ['url', 'document', 'fingerprint', 'track', 'detect', 'project'];
/** Folders that show an `index.ts` to others. */
const libraries = [...pure, 'base', 'config', 'fetch', 'access', 'explore'];
const anyOf = (names) => `(${names.join('|')})`;

const direction = [...folders, 'features'].map((folder, place) => ({
  name: `direction-${folder}`,
  comment: `src/${folder} may import only folders that stand before it.`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '[.]test[.]ts$' },
  to: { path: `^src/${anyOf([...folders, ...later].slice(place + 1))}/` },
}));

export default {
  forbidden: [
    ...direction,
    {
      name: 'unknown-folder',
      comment: 'A folder of src/ that is not on the list has no place in the picture.',
      severity: 'error',
      from: {},
      to: { path: '^src/[^/]+/', pathNot: `^src/${anyOf([...folders, ...later])}/` },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'index-only',
      comment: "Other folders see a library's index.ts only.",
      severity: 'error',
      from: { path: '^src/([^/]+)' },
      to: { path: `^src/${anyOf(libraries)}/.+`, pathNot: ['^src/$1/', '^src/[^/]+/index[.]ts$'] },
    },
    {
      name: 'features-apart',
      comment:
        'A feature sees the kernel, never another feature or the list of all: what two share moves down.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/features/', pathNot: ['^src/features/$1/', '^src/features/feature[.]ts$'] },
    },
    {
      name: 'pure-no-io',
      comment: 'Pure folders compute: no files, sockets, processes, databases.',
      severity: 'error',
      from: { path: `^src/${anyOf(pure)}/`, pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer|string_decoder)$' },
    },
    {
      name: 'engines-apart',
      severity: 'error',
      from: { path: '^src/crawl/' },
      to: { path: '^src/explore/' },
    },
    {
      name: 'only-fetch-connects',
      comment: 'One folder opens connections, so that one guard sees them all.',
      severity: 'error',
      // The demo's site listens; it opens no connection.
      from: { path: '^src/', pathNot: ['^src/fetch/', '^src/features/demo/', '[.]test[.]ts$'] },
      to: {
        path: '^(node:)?(net|tls|dgram|http|https|http2|dns|dns/promises)$|node_modules/(undici|basic-ftp|ssh2|nodemailer)/',
      },
    },
    {
      name: 'only-tables-speak-sql',
      comment: 'SQL stands in the database folder and in the tables of the engine and of features.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/database/',
          '^src/crawl/tables/',
          '^src/features/[^/]+/tables/',
          '^src/features/backup/',
        ],
      },
      to: { path: '^(node:)?sqlite$|node_modules/(kysely|pg|@aws-sdk)/' },
    },
    {
      name: 'no-vague-name',
      comment: 'A file is named for its idea.',
      severity: 'error',
      from: {},
      to: {
        path: '(^|/)(util|utils|misc|helper|helpers|common)([./-]|$)',
        pathNot: ['node_modules', '^(node:)?util$'],
      },
    },
    {
      name: 'web-sees-contract-only',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/http/contract/',
          '^src/features/endpoints[.]ts$',
          '^src/features/states/graph-view/',
          '/exported-data[.]ts$',
          '^src/presentation/(in-words|place-in-words)[.]ts$',
        ],
      },
    },
    {
      name: 'web-direction',
      comment: 'In web/: app sees features, both see shared, and nothing looks back.',
      severity: 'error',
      from: { path: '^web/src/(shared|features)/' },
      to: { path: '^web/src/(app|features)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'web-features-apart',
      comment: 'A view does not reach into another one: what both need is shared.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'src-stands-alone',
      comment: 'What is published imports neither tests nor benchmarks nor development packages.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(test|bench|scripts|web)/' },
    },
    {
      name: 'no-dev-dependency',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      // The build takes ssh2 along, without the native parts that its installation would compile.
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: 'node_modules/ssh2/' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // Vite makes the modules called virtual.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
