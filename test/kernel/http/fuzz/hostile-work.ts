/** Values that are right, and made to cost: selectors, patterns, searches, and project files. */
export const hostileSelectors: readonly string[] = [
  '.nope div div div div div p',
  'p:has(~ .nope)',
  ':is(p, li, td):nth-last-child(3):contains(x)',
  Array.from({ length: 300 }, (_, n) => `.a${n}`).join(','),
  `p${':not(.a):not(.b)'.repeat(100)}`,
  '* * * * * * * *',
];

const hostilePatterns: readonly string[] = [
  'x(.*y)?',
  `${'.*'.repeat(1000)}x`,
  '(a{1,500}b{1,500}){1,2}',
  `(?:${'ab'.repeat(200)}){1000}`,
  '(x+x+)+y',
];

const hostileQueries: readonly string[] = [
  Array.from({ length: 500 }, (_, n) => `${String.fromCharCode(97 + (n % 26))}*`).join(' OR '),
  `${'('.repeat(500)}tide${')'.repeat(500)}`,
  `"${'tide '.repeat(1000)}"`,
  `${'NOT '.repeat(500)}tide`,
];

/** Project files of some hundred kilobytes, and of few bytes that become many. */
const hostileFiles = (name: string, site: string): readonly string[] => {
  const head = `name: ${name}\nsource: ${site}\n`;
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join('\n');
  return [
    `${head}a0: &a0 [x, x, x]\n${lines(40, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`)}\n`,
    `${head}rules: ${'['.repeat(100_000)}`,
    `${head}${lines(20_000, (n) => `key${n}: x`)}\n`,
    `${head}detectors:\n${lines(3000, (n) => `  - { name: d${n}, words: [w${n}] }`)}\n`,
    `${head}detectors:\n${lines(3000, (n) => `  - { name: d${n}, pattern: '(a{1,500}b{1,500}){1,2}' }`)}\n`,
    `${head}detectors:\n${lines(50, (n) => `  - { name: d${n}, pattern: '${'.*'.repeat(500)}x' }`)}\n`,
    `${head}schedule: "0 0 30 2 *"\n`,
    `${head}rules:\n${lines(3000, (n) => `  - deny: '(a|b)*${n}(c|d)*'`)}\n`,
    `${head}${' '.repeat(400_000)}\n`,
  ];
};

/** Other values of parameters, by name. */
export const hostileParameters: Readonly<Record<string, readonly string[]>> = {
  selector: hostileSelectors,
  q: hostileQueries,
};

/** Bodies by the name of the endpoint. */
export function hostileBodies(
  site: string,
  pages: readonly string[],
): Readonly<Record<string, readonly object[]>> {
  const ofSteps = hostileSelectors.map(
    (selector) =>
      `name: draft\nsource: ${site}\nsteps:\n  - { open: '${pages[0]}', collect: no }\n  - { follow: { selector: ${JSON.stringify(selector)} } }\n`,
  );
  const detectors = [
    ...hostilePatterns.map((pattern) => ({ pattern })),
    ...hostileSelectors.map((region) => ({ words: ['x'], region })),
    { words: Array.from({ length: 2000 }, (_, n) => `w${n}`) },
  ];
  const files = hostileFiles('ships', site).map((file) => ({ file }));
  return {
    addProject: hostileFiles('fuzzed', site).map((file) => ({ file })),
    changeProject: files,
    checkProjectFile: files,
    tryAddress: files.map((body) => ({ ...body, url: `${site}${'a'.repeat(3000)}` })),
    tryDraftStep: [...ofSteps, ...hostileFiles('draft', site)].map((file) => ({ file, step: 2 })),
    tryStep: [{ step: 1 }, ...files.map((body) => ({ ...body, step: 1 }))],
    tryDetector: detectors,
    addDetector: detectors.map((detector, n) => ({ ...detector, name: `hostile ${n}` })),
    lookAtSite: pages.map((path) => ({ url: new URL(path, site).href })),
    testRules: [{ urls: Array.from({ length: 100 }, (_, n) => `${site}${'a'.repeat(1000)}${n}`) }],
    importWatches: [
      {
        from: 'urlwatch',
        watches: Array.from({ length: 2000 }, (_, n) => `---\nurl: https://example.org/${n}\n`).join(''),
      },
      { from: 'urlwatch', watches: `a: &a [x, x]\n${'b: [*a, *a]\n'.repeat(2000)}` },
      {
        from: 'changedetection',
        watches: JSON.stringify({
          watching: Object.fromEntries(
            Array.from({ length: 2000 }, (_, n) => [
              `w${n}`,
              { url: `https://example.org/${n}`, include_filters: ['.a .b'] },
            ]),
          ),
        }),
      },
      { from: 'changedetection', watches: `${'['.repeat(100_000)}`, form: 'text' },
      { from: 'changedetection', watches: Buffer.alloc(100_000, 'PK').toString('base64'), form: 'zip' },
    ],
  };
}
