import { Document, Scalar } from 'yaml';
import { type UrlShape, urlShapes } from './url-shapes.ts';

/** What a first look at a site found, for the draft of a project. */
export interface SiteSurvey {
  /** Where it begins: after redirects, unless they lead to a log-in. */
  readonly start: string;
  /** The log-in over HTTP that the start asks for; null when it asks for none. */
  readonly account: HttpAccountSurvey | null;
  /** Whether the start is behind a log-in, so that its own addresses were not seen. */
  readonly isHidden: boolean;
  readonly pagesSeen: number;
  readonly robots: RobotsSurvey;
  readonly sitemaps: readonly SitemapSurvey[];
  readonly forms: readonly FormSurvey[];
  /** Every address of the site that was found in a link or a sitemap. */
  readonly urls: readonly string[];
}

export interface HttpAccountSurvey {
  readonly scheme: 'basic' | 'digest';
  /** What the server calls the area; empty when it does not say. */
  readonly realm: string;
}

interface RobotsSurvey {
  /** Seconds; null when it asks for none. */
  readonly crawlDelay: number | null;
  /** Path patterns, as robots.txt has them. */
  readonly disallowed: readonly string[];
  /** Says in words what a missing or unreadable file means; null when the file can be read. */
  readonly instead: string | null;
}

export interface SitemapSurvey {
  readonly url: string;
  /** How many pages it lists, with those of the sitemaps that it lists; null when it could not be read. */
  readonly pages: number | null;
}

export interface FormSurvey {
  readonly kind: 'log-in' | 'log-out' | 'search' | 'other';
  /** The first page it was found on. */
  readonly page: string;
  readonly action: string;
  readonly method: 'get' | 'post';
  /** What distinguishes it from the other forms of the page, as project files write it; empty when its fields do. */
  readonly find: {
    readonly id?: string;
    readonly name?: string;
    readonly action?: string;
    readonly fields?: readonly string[];
  };
  /** Fields that a person fills in. */
  readonly fields: readonly { readonly name: string; readonly isPassword: boolean }[];
}

/** A longer list does not help to choose. */
const MOST_SHAPES = 25;
const MOST_DISALLOWED = 20;
const MOST_FORMS = 10;

/**
 * A project file for a site that was surveyed. It can be used as it is, and then collects the whole site. Further settings
 * are in it as comments: lines with `##` explain, lines with `# ` can be used once that is removed.
 */
export function draftProjectFile(name: string, survey: SiteSurvey): string {
  const { start, account, isHidden, robots, sitemaps, forms, urls, pagesSeen } = survey;
  const known = `${counted(urls.length, 'address', 'addresses')} found on ${counted(pagesSeen, 'page')} and in sitemaps`;
  const blocks = [
    [
      `## A Tidemark project for ${start} (${known}).`,
      account === null
        ? '## As it is, it collects the whole site. Try it with: tidemark crawl THIS-FILE'
        : '## With your user name and password, it collects the whole site. Try it with: tidemark crawl THIS-FILE',
      '## To choose, remove "# " from lines below that begin with a single #. Check it with: tidemark projects check THIS-FILE',
      `name: ${scalar(name)}`,
      `source: ${scalar(start)}`,
    ],
    ...(account === null ? [] : [accountLines(account)]),
    robotsLines(robots),
    sitemapLines(sitemaps),
    isHidden ? hiddenRuleLines : ruleLines(urlShapes(urls)),
    stepLines(forms, start),
    [
      '## How much and how fast. The next run continues where a paused one stopped.',
      '# limits:',
      '#   pages: 1000',
      '#   requestsPerMinute: 60',
      '##   hours: 22:00-06:00 Europe/Berlin    (only at night)',
    ],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function robotsLines({ crawlDelay, disallowed, instead }: RobotsSurvey): readonly string[] {
  if (instead !== null) return [`## robots.txt: ${comment(instead)}.`];
  const delay = crawlDelay === null ? 'asks for no delay' : `asks for ${crawlDelay} s between two requests`;
  const shown = disallowed.slice(0, MOST_DISALLOWED).map((pattern) => `##   ${comment(pattern)}`);
  return [
    `## robots.txt ${delay}; it is obeyed by default.`,
    ...(disallowed.length === 0 ? ['## It disallows nothing.'] : ['## It disallows:', ...shown]),
    ...andMore(disallowed.length - shown.length, '##   '),
  ];
}

function sitemapLines(sitemaps: readonly SitemapSurvey[]): readonly string[] {
  if (sitemaps.length === 0) return ['## Sitemaps: none found.'];
  return [
    '## Sitemaps. A project without steps reads those that robots.txt lists:',
    ...sitemaps.map(({ url, pages }) =>
      comment(`##   ${url}: ${pages === null ? 'could not be read' : counted(pages, 'page')}`),
    ),
  ];
}

function ruleLines(shapes: readonly UrlShape[]): readonly string[] {
  const shown = shapes.slice(0, MOST_SHAPES);
  return [
    '## Which pages belong to the project: the first rule that matches decides. The comments say how many addresses were found.',
    '## Also allow the pages that lead to the ones you want, unless a sitemap lists those.',
    '# rules:',
    ...shown.flatMap(({ shape, pattern, count, example }) => [
      comment(`#   # ${shape}: ${count === 1 ? '1' : `${count}, such as ${example}`}`),
      `#   - allow: ${scalar(pattern)}`,
    ]),
    ...andMore(shapes.length - shown.length, '#   # '),
    '#   - default: deny',
  ];
}

/** Rules made from the pages around the log-in would exclude everything behind it. */
const hiddenRuleLines: readonly string[] = [
  '## Which pages belong to the project: all of the site. Its own addresses are behind the log-in and were not seen;',
  '## to choose among them, write rules, as in',
  '##   rules:',
  "##     - deny: '/print/'",
];

/** Log-in and search become steps; other forms are only listed. */
function stepLines(forms: readonly FormSurvey[], start: string): readonly string[] {
  const login = forms.find(({ kind }) => kind === 'log-in');
  const logout = forms.find(({ kind }) => kind === 'log-out');
  const searches = forms.filter(({ kind }) => kind === 'search');
  const shown = forms.slice(0, MOST_FORMS);
  return [
    forms.length === 0 ? '## Forms: none found.' : '## Forms found:',
    ...shown.map(({ kind, page, action, method, fields }) =>
      comment(
        `##   ${kind === 'other' ? 'a form' : kind === 'log-out' ? 'a button to log out' : `a ${kind} form`} on ${page}: ${method.toUpperCase()} ${action}, fields ${fields.map(({ name }) => name).join(', ') || 'none'}`,
      ),
    ),
    ...andMore(forms.length - shown.length, '##   '),
    ...(login === undefined ? [] : sessionLines(logout)),
    '## What to do, in order. Without steps, everything from the source on is collected.',
    '# steps:',
    ...(login === undefined ? [] : formStep('log in', login, start, false)),
    ...searches
      .slice(0, 3)
      .flatMap((form, i) => formStep(`search${i === 0 ? '' : ` ${i + 1}`}`, form, start, true)),
    `#   - open: ${scalar(onSite(start, start))}`,
  ];
}

/** The survey did not see pages for members, so the user has to add what they show. */
const sessionLines = (logout: FormSurvey | undefined): readonly string[] => [
  '## How to log in. Members see other pages: add what shows that one is logged in, and how to log out, as in',
  '##   loggedInWhen: Log out',
  '##   logout: { follow: Log out }                     for a link',
  '##   logout: { form: { find: { action: /logout } } } for a button',
  '# session:',
  '#   login: log in',
  ...(logout === undefined ? [] : [`#   logout: { form: { find: ${findWritten(logout)} } }`]),
];

function accountLines({ scheme, realm }: HttpAccountSurvey): readonly string[] {
  const area = realm === '' ? '' : ` for "${realm}"`;
  return [
    comment(
      `## The site asks for a user and a password${area} (HTTP ${scheme}), so nothing else was looked at.`,
    ),
    '## Write your user name here, and store the password with: tidemark secrets set site-password',
    'session:',
    `  login: { ${scheme}: { user: my-name, password: { secret: site-password } } }`,
  ];
}

function findWritten({ find }: FormSurvey): string {
  const parts = Object.entries(find).map(([key, value]) => {
    const written =
      typeof value === 'string'
        ? scalar(value, true)
        : `[${value.map((one) => scalar(one, true)).join(', ')}]`;
    return `${key}: ${written}`;
  });
  return `{ ${parts.join(', ')} }`;
}

function formStep(name: string, form: FormSurvey, start: string, collects: boolean): readonly string[] {
  const fields = form.fields.map(({ name: field, isPassword }) => {
    if (isPassword) return [field, '{ secret: site-password }'] as const;
    return [field, collects ? 'tides' : 'my-name'] as const;
  });
  return [
    `#   - name: ${scalar(name)}`,
    `#     open: ${scalar(onSite(form.page, start))}`,
    '#     form:',
    ...(Object.keys(form.find).length === 0 ? [] : [`#       find: ${findWritten(form)}`]),
    '#       fill:',
    ...fields.map(([field, value]) => `#         ${scalar(field)}: ${value}`),
    ...(form.fields.some(({ isPassword }) => isPassword)
      ? ['#     # store the password with: tidemark secrets set site-password']
      : []),
    ...(collects ? [] : ['#     collect: no']),
  ];
}

/** Pages of the site itself without scheme and host. */
function onSite(url: string, start: string): string {
  const { origin, pathname, search, href } = new URL(url);
  return origin === new URL(start).origin ? pathname + search : href;
}

function andMore(count: number, indent: string): readonly string[] {
  return count > 0 ? [`${indent}and ${count} more`] : [];
}

/** Text from a site must not end the comment it is in. */
const comment = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\u{2028}\u{2029}]+/gu, ' ').slice(0, 300);

/** As YAML writes it, with quotes only where they are needed. */
function scalar(text: string, isInFlow = false): string {
  const node = new Scalar(text);
  if (isInFlow && /[,[\]{}]/.test(text)) node.type = Scalar.QUOTE_DOUBLE;
  return new Document(node, { version: '1.2' }).toString({ lineWidth: 0 }).trimEnd();
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
