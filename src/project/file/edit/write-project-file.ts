import { Document, type Node, visit } from 'yaml';
import { writeDuration, writeSize } from '../../../base/index.ts';
import { DEFAULT_PATTERN, type RuleDefinition } from '../../rules/rule-definition.ts';
import type { ProjectDefinition } from '../schema/project-schema.ts';
import { writeDigestTime, writeTimeWindow } from '../schema/time-window.ts';

/** A part of a file: what JSON can express. */
export type Written = string | number | boolean | readonly Written[] | { readonly [key: string]: Written };

/** Long patterns and addresses are not folded. */
export const yamlStyle = { lineWidth: 0 } as const;

/** The project as YAML, always the same for the same project. Reading it gives an equal one. */
export function writeProjectFile(project: ProjectDefinition): string {
  const document = new Document(null, { version: '1.2' });
  document.contents = styled(document, writtenProject(project)) as typeof document.contents;
  return document.toString(yamlStyle);
}

/** The map of the whole file, and a pair in it. */
const TOP_LEVEL = 2;
const ONE_LINE = 72;

/** A value as part of a document: small things on one line, as people write them. */
export function styled(document: Document, value: Written): Node {
  // Otherwise the library writes the second of two equal secrets as an alias of the first.
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node;
  visit(node, {
    Collection: (key, inner, ancestors) => {
      const isSection = ancestors.length <= TOP_LEVEL;
      if (key === 'value' && !isSection && JSON.stringify(inner).length <= ONE_LINE) inner.flow = true;
      if (inner.items.length === 0) inner.flow = true;
    },
  });
  return node;
}

type Part<K extends keyof ProjectDefinition> = NonNullable<ProjectDefinition[K]>;
type Step = Part<'steps'>[number];
type Form = Part<'forms'>[number];

/** A project in its shortest form, always in the same order. Reading it gives the same project. */
export function writtenProject(project: ProjectDefinition): { readonly [key: string]: Written } {
  const parts: Readonly<Record<keyof ProjectDefinition, Written | undefined>> = {
    name: project.name,
    source: alone('url', map(project.source, ['url', 'name', 'comment'])),
    comment: project.comment,
    preference: project.preference && map(project.preference, preferenceOrder),
    rules: project.rules?.map(rule),
    session: project.session && session(project.session),
    forms: project.forms?.map(form),
    steps: project.steps?.map(step),
    limits: project.limits && limits(project.limits),
    compare: project.compare?.map(comparison),
    render: project.render,
    screenshots: project.screenshots,
    states: project.states && states(project.states),
    schedule: project.schedule && schedule(project.schedule),
    confirm: yesOrNo(project.confirm),
    keep: project.keep && map(project.keep),
    detectors: project.detectors?.map((detector) => writtenDetector(detector as Written)),
    notify: project.notify?.map(notification),
    crawl: project.crawl && crawl(project.crawl),
  };
  return map(parts);
}

const preferenceOrder = ['user', 'password', 'key', 'passphrase', 'depth', 'sessionId', 'comment'];

function rule({ allow, deny, name, comment }: Part<'rules'>[number]): Written {
  if (allow === DEFAULT_PATTERN) return map({ default: 'allow', name, comment });
  if (deny === DEFAULT_PATTERN) return map({ default: 'deny', name, comment });
  return map({ allow: match(allow), deny: match(deny), name, comment });
}

function match(given: RuleDefinition['allow']): Written | undefined {
  if (given === undefined || typeof given === 'string') return given;
  const { regex, glob, depth, type, size, age, query } = given;
  return map({
    regex,
    glob,
    depth: depth && map(depth, ['min', 'max']),
    type: type && short(type),
    size: size && map({ min: bytes(size.min), max: bytes(size.max) }),
    age: age && map(age, ['min', 'max']),
    query:
      query && map({ with: query.with && short(query.with), without: query.without && short(query.without) }),
  });
}

const bytes = (value: number | string | undefined) => (typeof value === 'number' ? writeSize(value) : value);

function session({ login, cookies, loggedInWhen, neverFollow, logout }: Part<'session'>): Written {
  return map({
    login: login && loginWritten(login),
    cookies,
    loggedInWhen: loggedInWhen && alone('text', map(loggedInWhen, ['text', 'selector', 'url'])),
    neverFollow: neverFollow && short(neverFollow),
    logout:
      logout &&
      map({
        open: logout.open,
        follow: logout.follow && alone('text', map(logout.follow)),
        form: logout.form && form(logout.form),
      }),
  });
}

function loginWritten(login: NonNullable<Part<'session'>['login']>): Written {
  if ('step' in login) return login.step;
  if ('open' in login) return map({ open: login.open, form: form(login.form) });
  if ('json' in login) return map({ json: map(login.json, ['post', 'send', 'token', 'header']) });
  return map(login);
}

const form = ({ find, fill, submit, comment }: Form): Written =>
  map({
    find:
      find && map({ ...find, fields: find.fields && short(find.fields) }, ['action', 'name', 'id', 'fields']),
    fill: fill as Written | undefined,
    submit,
    comment,
  });

function step({ name, open, follow, form: toFill, collect, depth, scope, comment }: Step): Written {
  return map({
    name,
    open,
    follow: follow && alone('text', map(follow)),
    form: toFill && form(toFill),
    collect: typeof collect === 'object' ? { only: short(collect.only) } : collect && 'yes',
    ...(collect === false && { collect: 'no' }),
    depth,
    scope: scope && short(scope),
    comment,
  });
}

const limits = (given: Part<'limits'>): Written =>
  map({
    bandwidth: bytes(given.bandwidth),
    requestsPerMinute: given.requestsPerMinute,
    delay: time(given.delay),
    concurrency: given.concurrency,
    pages: given.pages,
    frontier: given.frontier,
    bytes: bytes(given.bytes),
    time: time(given.time),
    wait: time(given.wait),
    hours: given.hours && short(given.hours.map(writeTimeWindow)),
  });

const comparison = (given: Part<'compare'>[number]): Written =>
  map({
    match: given.match && short(given.match),
    by: given.by,
    only: given.only && short(given.only),
    ignore: given.ignore && short(given.ignore),
    ignoreText: given.ignoreText && short(given.ignoreText),
    plugin: given.plugin,
    comment: given.comment,
  });

function states({ maxTime, ...rest }: Part<'states'>): Written {
  const written = Object.entries(rest).map(([key, value]) => {
    if (typeof value === 'boolean') return [key, yesOrNo(value)];
    return [key, Array.isArray(value) ? short(value as readonly Written[]) : value];
  });
  return map({ ...Object.fromEntries(written), maxTime: time(maxTime) });
}

function schedule({ jitter, missed, ...times }: Part<'schedule'>): Written {
  const rest = map({
    jitter: jitter === 0 ? undefined : time(jitter),
    missed: missed === 'once' ? undefined : missed,
  });
  if (times.kind === 'due') return 'when due';
  if (times.kind === 'cron') return { cron: times.pattern, zone: times.zone, ...rest };
  const every = writeDuration(times.interval);
  return Object.keys(rest).length === 0 ? `every ${every}` : { every, ...rest };
}

function notification(given: Part<'notify'>[number]): Written {
  const { to, name, token, events, detectors, when, quiet, cap, remind, template, comment } = given;
  const written = map({
    to,
    name,
    token,
    events: events && short(events),
    detectors: detectors && short(detectors),
    when: when && writeDigestTime(when),
    quiet: quiet && short(quiet.map(writeTimeWindow)),
    cap,
    remind:
      typeof remind === 'object'
        ? map({ failing: time(remind.failing), notVisited: time(remind.notVisited) })
        : yesOrNo(remind),
    template: template && map(template, ['subject', 'text']),
    comment,
  });
  return alone('to', written);
}

const yesOrNo = (given: boolean | undefined) => (given === undefined ? undefined : given ? 'yes' : 'no');

const crawl = (given: Part<'crawl'>): Written =>
  map({
    scope: given.scope && short(given.scope),
    robots: given.robots,
    nofollow: given.nofollow,
    assets: given.assets,
    maxPageSize: bytes(given.maxPageSize),
    timeout: time(given.timeout),
    attempts: given.attempts,
    userAgent: given.userAgent,
    contact: given.contact,
    proxy: given.proxy,
  });

const time = (ms: number | undefined) => (ms === undefined ? undefined : writeDuration(ms));

/** Without absent values, in the given order. */
function map(
  given: object,
  order: readonly string[] = Object.keys(given),
): { readonly [key: string]: Written } {
  const values = given as Readonly<Record<string, Written | undefined>>;
  return Object.fromEntries(
    order.flatMap((key): [string, Written][] => {
      const value = values[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** A map with only this key is written as its value. */
function alone(key: string, given: { readonly [key: string]: Written }): Written {
  return Object.keys(given).length === 1 && given[key] !== undefined ? given[key] : given;
}

/** A list of one is written as the one. */
function short(values: string | readonly Written[]): Written {
  return typeof values === 'string' || values.length !== 1 ? values : (values[0] ?? []);
}

/** The name of a detector and where it looks come first, then what it looks for: its main part, then its limits. */
const order = (
  'name match region language in text to words stems beside selector within atLeast ' +
  'below above changesBy risesBy fallsBy exactCase anyOrder'
).split(' ');

const placeOf = (key: string): number => {
  if (key === 'comment') return order.length + 1;
  const place = order.indexOf(key);
  return place < 0 ? order.length : place;
};

/** A detector, or a part of one, with its keys always in the same order. */
function writtenDetector(given: Written): Written {
  if (Array.isArray(given)) return given.map(writtenDetector);
  if (typeof given !== 'object') return given;
  const entries = Object.entries(given as { readonly [key: string]: Written | undefined });
  return Object.fromEntries(
    entries
      .flatMap(([key, value]): [string, Written][] =>
        value === undefined ? [] : [[key, writtenDetector(value)]],
      )
      .toSorted(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)),
  );
}
