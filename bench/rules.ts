/**
 * Allow and deny rules: what one URL costs with ten and with a thousand of them, including hostile patterns, compared with
 * plain re2js that tries each rule in turn. All work is on one core, so processor time counts.
 */
import { RE2JS } from 're2js';
import { compileRules, type RuleDefinition } from '../src/project/index.ts';
import { type Figure, printFigures } from './figure.ts';
import { measureRounds } from './rounds.ts';
import { mixedUrls } from './url-lists.ts';

const URLS = 5_000;

/** Patterns that take exponential time in engines that backtrack. */
const hostile = [
  '(a+)+$',
  '(a|aa)+$',
  '(a*)*b$',
  '([a-zA-Z]+)*[0-9]{12}$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*)*print=1$',
  '(?i)(e|ee)+!$',
];

/** Rules like those of users: folders, file types, articles by number, parameters; one in a hundred is hostile. */
function ordinaryRules(count: number): readonly string[] {
  const shapes = [
    (n: number) => `^https?://(www\\.)?example\\.org/section-${n}/`,
    (n: number) => `/topic-${n}/[0-9]+/[a-zA-Z0-9]+\\.html$`,
    (n: number) => `[?&]filter${n}=(new|old)(&|$)`,
    (n: number) => `(?i)\\.(x${n}|y${n})$`,
    (n: number) => `http.+/board${n}/(thread|post)s?/\\d{2,8}`,
  ];
  return Array.from({ length: count }, (_, n) => shapes[n % shapes.length]?.(n) ?? '');
}

/** Hostile ones first, so that every URL is tested with them. */
function patternsFor(count: number): readonly string[] {
  const evil = hostile.slice(0, Math.max(2, Math.min(hostile.length, count / 100)));
  return [...evil, ...ordinaryRules(count - evil.length)];
}

/** Ordinary URLs, and some on which hostile patterns are slowest. */
function urlsToJudge(): readonly string[] {
  return mixedUrls(URLS).map((url, i) => {
    if (i % 100 === 0) return `https://example.org/${'a'.repeat(100)}!`;
    if (i % 10 === 0) return `https://www.example.org/section-${i % 1000}/page.html?filter${i % 1000}=new`;
    return url;
  });
}

const microseconds = (urls: readonly string[], work: (url: string) => unknown) =>
  (measureRounds(() => urls.map(work), { warmUp: 2, rounds: 5 }).thread.median * 1000) / urls.length;

function costOf(patterns: readonly string[], what: string, atMost: number | null): readonly Figure[] {
  const urls = urlsToJudge();
  const definitions: readonly RuleDefinition[] = [
    { deny: '**default**' },
    ...patterns.map((pattern, i) => (i % 2 === 0 ? { allow: pattern } : { deny: pattern })),
  ];
  const ruleSet = compileRules(definitions);
  const plain = patterns.map((pattern) => RE2JS.compile(pattern));
  const firstPlain = (url: string): number => plain.findIndex((pattern) => pattern.test(url));
  const first = (url: string): number => {
    const { rule } = ruleSet.decide({ url });
    return rule === 'default' ? -1 : rule - 2;
  };
  const differing = urls.find((url) => first(url) !== firstPlain(url));
  if (differing !== undefined) throw new Error(`The two disagree about ${differing}`);

  const ours = microseconds(urls, first);
  const theirs = microseconds(patterns.length > 100 ? urls.slice(0, URLS / 5) : urls, firstPlain);
  const matched = urls.filter((url) => first(url) !== -1).length;
  return [
    {
      name: `${what}, a URL`,
      value: ours,
      unit: 'us',
      floor: atMost === null ? null : { atMost },
      note: `${Math.round((matched / urls.length) * 100)} % matched by a rule`,
    },
    {
      name: `${what}, a URL, plain re2js`,
      value: theirs,
      unit: 'us',
      floor: null,
      note: `${(theirs / ours).toFixed(1)} times as long`,
    },
  ];
}

/** One long URL, made to be slow, with all hostile patterns: twice the length may take twice the time. */
function growth(): Figure {
  const ruleSet = compileRules(hostile.map((pattern) => ({ deny: pattern })));
  const cost = (length: number): number =>
    microseconds(Array(50).fill(`https://example.org/${'a'.repeat(length)}!`), (url) =>
      ruleSet.decide({ url }),
    );
  const short = cost(10_000);
  const long = cost(100_000);
  return {
    name: `${hostile.length} hostile rules, a URL ten times as long`,
    value: long / short,
    unit: 'times as long',
    floor: { atMost: 15 },
    note: `${short.toFixed(0)} us for 10,000 characters`,
  };
}

/** Rules without any fixed text, which the index cannot rule out: they show its limits. */
const withoutLiterals = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `[0-9]{${n % 20}}[a-f][0-9]{${10 + (n % 7)}}$`);

export const rulesFigures = (): readonly Figure[] => [
  ...costOf(patternsFor(10), '10 rules', 20),
  ...costOf(patternsFor(1000), '1,000 rules', 100),
  ...costOf([...withoutLiterals(100), ...patternsFor(900)], '1,000 rules, 100 without a literal', null),
  growth(),
];

if (import.meta.main) printFigures('rules', rulesFigures(), process.argv.includes('--json'));
