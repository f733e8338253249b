import type { Receiver } from '../../features/notifications/receiver.ts';
import type { WatchedSite } from '../cluster/watched-site.ts';
import type { FaultWindow } from './faults.ts';
import type { StarvedPart } from './parts.ts';
import { type Sample, wrongSeconds } from './readiness.ts';

/** What a part did, counted. */
export interface PartCounts {
  readonly projects: number;
  readonly faults: number;
  /** Times at which a run was due. */
  readonly slots: number;
  readonly runs: number;
  /** Slots without a run of their own, for which a fault or the server's own figures account. */
  readonly late: number;
  /** Slots without a run, for which nothing accounts. */
  readonly lost: number;
  readonly twice: number;
  /** Changes that a run stored, or that it should have. */
  readonly expected: number;
  readonly once: number;
  readonly messagesLost: number;
  readonly messagesTwice: number;
  /** Messages that came again under the key that they had. */
  readonly repeated: number;
  readonly readyWrong: number;
  readonly stuck: number;
  /** How often a process ended by itself. */
  readonly ended: number;
}

export interface PartReport {
  readonly part: StarvedPart['name'];
  readonly counts: PartCounts;
  /** What is wrong, in words. */
  readonly faults: readonly string[];
}

export interface PartHistory {
  readonly windows: readonly FaultWindow[];
  readonly samples: readonly Sample[];
  /** Between two runs of a project, in milliseconds. */
  readonly interval: number;
  /** A run may begin so much late without a reason, and after a fault is over. Milliseconds. */
  readonly allowance: number;
  /** Until when runs were due, in milliseconds since 1970. */
  readonly until: number;
  readonly site: WatchedSite;
  readonly receiver: Receiver;
  /** What was still open when the time to settle was over. */
  readonly open: readonly string[];
  /** What was wrong with how processes ended when they were asked to. */
  readonly endings: readonly string[];
  readonly deadTasks: readonly string[];
}

interface RunTimes {
  readonly begun: number;
  /** Null while it has not ended. */
  readonly ended: number | null;
  /** How late it is by its own record, in milliseconds. */
  readonly lateBy: number;
}

/** The project whose pages a browser shows. */
export const SHOWN = 'shown';
/** The project that is explored; it has nobody to tell. */
export const EXPLORED = 'explored';

/** Names are in the path of the address to which messages of a project go. */
export const pathOfProject = (part: string, project: string): string => `/${part}/${project}`;

/** Compares what the database, the site and the receiver of messages have with what should have been. */
export async function judgePart(part: StarvedPart, history: PartHistory): Promise<PartReport> {
  const faults: string[] = [];
  const runs = await runsOf(part);
  const created = new Map(
    (
      await part.rows<{ name: string; at: number | string }>('SELECT name, created_at AS at FROM project')
    ).map(({ name, at }) => [name, Number(at)]),
  );
  let [slots, late, lost, twice] = [0, 0, 0, 0];
  for (const project of part.projects.keys()) {
    const slotsOf = judgeSlots(runs.get(project) ?? [], created.get(project) ?? 0, history);
    slots += slotsOf.slots;
    late += slotsOf.late;
    lost += slotsOf.lost;
    twice += slotsOf.twice;
    faults.push(...slotsOf.faults.map((fault) => `${project}: ${fault}`));
  }
  const messages = await judgeMessages(part, history);
  const begun = [...runs.values()].flat().map((run) => run.begun);
  const wrong = wrongSeconds(history.samples, {
    windows: history.windows,
    begun: begun.toSorted((a, b) => a - b),
    longestSilence: 2 * history.interval + history.allowance,
    recovery: history.allowance,
  });
  for (const [why, seconds] of wrong) faults.push(`/readyz: ${why}, ${seconds} s`);
  const ends = part.processes.flatMap(({ process: { name, ends: all } }) =>
    all.filter(({ wanted }) => !wanted).map((end) => ({ name, ...end })),
  );
  for (const { name, code, signal, lastWords } of ends)
    faults.push(`${name} ended by itself with ${signal ?? code}: ${lastWords.slice(-300)}`);
  for (const { process } of part.processes)
    faults.push(...process.unhandled.map((line) => `${process.name} said: ${line}`));
  faults.push(
    ...messages.faults,
    ...history.open.map((what) => `stuck: ${what}`),
    ...history.deadTasks.map((task) => `the task "${task}" is not alive at the end`),
    ...history.endings,
  );
  return {
    part: part.name,
    faults,
    counts: {
      projects: part.projects.size,
      faults: history.windows.length,
      ...{ slots, runs: begun.length, late, lost, twice },
      ...messages.counts,
      readyWrong: [...wrong.values()].reduce((sum, seconds) => sum + seconds, 0),
      stuck: history.open.length + history.deadTasks.length,
      ended: ends.length,
    },
  };
}

/** When the runs of each project began and ended, by the clock of the database. */
async function runsOf(part: StarvedPart): Promise<ReadonlyMap<string, readonly RunTimes[]>> {
  const rows = await part.rows<{
    project: string;
    begun: number | string;
    ended: number | string | null;
    lateBy: number | string | null;
  }>(
    `SELECT project.name AS project, begun.at AS begun, run.started_at - run.due_at AS "lateBy",
      (SELECT max(ended.at) FROM chaos_run ended WHERE ended.run_id = run.id AND ended.what = 'ended') AS ended
    FROM run JOIN project ON project.id = run.project_id JOIN chaos_run begun ON begun.run_id = run.id AND begun.what = 'begun'
    ORDER BY begun.at`,
  );
  const explored = await explorationsOf(part);
  const times = rows.map(({ project, begun, ended, lateBy }, place) => {
    const next = rows.slice(place + 1).find((later) => later.project === project)?.begun;
    const until = Number(next ?? Number.POSITIVE_INFINITY);
    // While a project is explored, no run of it is due.
    const ends = (explored.get(project) ?? [])
      .filter((each) => each.begun >= Number(begun) && each.begun < until)
      .map((each) => each.ended);
    const all = [ended === null ? null : Number(ended), ...ends];
    return {
      project,
      begun: Number(begun),
      ended: all.includes(null) ? null : Math.max(...all.map(Number)),
      lateBy: Number(lateBy ?? 0),
    };
  });
  return Map.groupBy(times, ({ project }) => project);
}

/** When the explorations of each project began and ended, by the clock of the database. */
async function explorationsOf(
  part: StarvedPart,
): Promise<ReadonlyMap<string, readonly { readonly begun: number; readonly ended: number | null }[]>> {
  const rows = await part.rows<{
    project: string;
    begun: number | string;
    ended: number | string | null;
  }>(
    `SELECT project.name AS project, begun.at AS begun,
      (SELECT max(ended.at) FROM chaos_exploration ended WHERE ended.exploration_id = exploration.id AND ended.what = 'ended') AS ended
    FROM exploration JOIN project ON project.id = exploration.project_id
    JOIN chaos_exploration begun ON begun.exploration_id = exploration.id AND begun.what = 'begun'`,
  );
  const times = rows.map(({ project, begun, ended }) => ({
    ...{ project, begun: Number(begun), ended: ended === null ? null : Number(ended) },
  }));
  return Map.groupBy(times, ({ project }) => project);
}

interface SlotCounts {
  readonly slots: number;
  readonly late: number;
  readonly lost: number;
  readonly twice: number;
  readonly faults: readonly string[];
}

/**
 * A slot is a time at which a run is due: the interval counts from when the project was made, and an hour by which a clock is off is a multiple
 * of it. A run that begins late may stand for the slot before the one in which it begins, so that this one can have its own.
 */
export function judgeSlots(
  runs: readonly RunTimes[],
  created: number,
  {
    windows,
    samples,
    interval,
    allowance,
    until,
  }: Pick<PartHistory, 'windows' | 'samples' | 'interval' | 'allowance' | 'until'>,
): SlotCounts {
  const faults: string[] = [];
  const slotAt = (time: number) => Math.floor((time - created) / interval);
  const timeOf = (slot: number) => created + slot * interval;
  let [taken, late, lost, twice] = [-1, 0, 0, 0];
  for (const { begun } of runs) {
    const slot = slotAt(begun);
    taken = Math.max(taken + 1, slot - 1);
    // A clock that goes an hour ahead makes a run due that was not, of all projects at once: one of them may have to wait for most of a slot.
    const jumped = windows.some(
      ({ fault, from, to }) => /clock/.test(fault) && begun > from && begun < to + interval + allowance,
    );
    if (taken > slot && !jumped) {
      twice += 1;
      faults.push(`a second run for its time ${clockTime(timeOf(slot))} at ${clockTime(begun)}`);
    }
    taken = Math.min(taken, slot);
  }
  const ends = [...runs, null];
  for (const [place, run] of runs.entries()) {
    const next = ends[place + 1]?.begun ?? until;
    const missing = slotAt(next) - slotAt(run.begun) - (ends[place + 1] === null ? 0 : 1);
    if (missing <= 0) continue;
    // While a run is under way no other one is due.
    const due = Math.max(timeOf(slotAt(run.begun) + 1), run.ended ?? (place === runs.length - 1 ? until : 0));
    const unexplained = next - due - excused(windows, due, next, allowance);
    const enough = Math.min(unexplained, interval);
    const isReported =
      (ends[place + 1]?.lateBy ?? 0) >= enough ||
      samples.some(({ at, late: said }) => at > due && at < next && (said ?? 0) * 1000 >= enough);
    if (unexplained <= interval + allowance || isReported) late += missing;
    else {
      lost += missing;
      const after = ends[place + 1] ?? null;
      const begins =
        after === null
          ? 'no run after it'
          : `the next run at ${clockTime(next)}, which says that it is ${Math.round(after.lateBy / 1000)} s late`;
      faults.push(
        `due at ${clockTime(due)}, ${begins}: ${Math.round(unexplained / 1000)} s that nothing accounts for`,
      );
    }
  }
  if (runs.length === 0) {
    lost += slotAt(until) + 1;
    faults.push('it never ran');
  }
  return { slots: slotAt(until) + 1, late, lost, twice, faults };
}

const clockTime = (time: number): string => new Date(time).toISOString().slice(11, 19);

/** How much of a time faults, and recovering from them, account for. */
function excused(windows: readonly FaultWindow[], from: number, to: number, recovery: number): number {
  let [sum, reached] = [0, from];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    // A clock that is wrong is no reason not to run.
    if (/clock/.test(window.fault)) continue;
    const begin = Math.max(window.from, reached);
    const end = Math.min(window.to + recovery, to);
    if (end <= begin) continue;
    sum += end - begin;
    reached = end;
  }
  return sum;
}

interface MessageCounts {
  readonly expected: number;
  readonly once: number;
  readonly messagesLost: number;
  readonly messagesTwice: number;
  readonly repeated: number;
}

/** Every change that is stored was reported once, and what is stored last is what the site has now. */
async function judgeMessages(
  part: StarvedPart,
  { site, receiver }: PartHistory,
): Promise<{ readonly counts: MessageCounts; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const visits = await part.rows<{
    project: string;
    url: string;
    flag: string;
    sha256: Uint8Array | null;
  }>(`SELECT project.name AS project, page.url, visit.flag, visit.sha256 FROM visit JOIN run ON run.id = visit.run_id
    JOIN project ON project.id = run.project_id JOIN page ON page.id = visit.page_id
    WHERE visit.outcome = 'ok' ORDER BY run.number`);
  const byPage = Map.groupBy(visits, ({ project, url }) => `${project} ${url}`);
  let [expected, once, messagesLost, messagesTwice, repeated] = [0, 0, 0, 0, 0];
  for (const [project, start] of part.projects) {
    const path = pathOfProject(part.name, project);
    const { reported, again } = reportedIn(receiver, path);
    repeated += again;
    for (const [url, truth] of site.truth([new URL(start).origin])) {
      const stored = byPage.get(`${project} ${url}`) ?? [];
      const last = stored.findLast(({ sha256 }) => sha256 !== null)?.sha256;
      const changes = project === EXPLORED ? 0 : stored.filter(({ flag }) => flag === 'UPD').length;
      // What a browser shows of a page is stored, and not what the site sent.
      const isCurrent =
        project === SHOWN
          ? stored.length > 0
          : last !== undefined && last !== null && Buffer.from(last).toString('hex') === truth;
      const should = changes + (isCurrent ? 0 : 1);
      const keys = reported.get(url) ?? [];
      const distinct = new Set(keys.map(({ says }) => says)).size;
      expected += should;
      once += Math.min(should, distinct);
      messagesTwice += keys.length - distinct + Math.max(0, distinct - should);
      messagesLost += Math.max(0, should - distinct);
      if (!isCurrent) faults.push(`${project}: the last change of ${url} was not found`);
      else if (distinct !== should || keys.length !== distinct)
        faults.push(`${project}: ${url} changed ${should} times, and was told ${keys.length} times`);
    }
  }
  return { counts: { expected, once, messagesLost, messagesTwice, repeated }, faults };
}

/** What was reported about each page, once for each key; and how many messages came again under their key. */
function reportedIn(receiver: Receiver, path: string) {
  const reported = new Map<string, { readonly key: string; readonly says: string }[]>();
  const keys = new Set<string>();
  let again = 0;
  for (const { path: at, headers, body } of receiver.requests) {
    if (at !== path) continue;
    const key = String(headers['idempotency-key']);
    if (keys.has(key)) {
      again += 1;
      continue;
    }
    keys.add(key);
    const { changes } = JSON.parse(body) as {
      changes: readonly { page: { url: string }; words?: unknown }[];
    };
    for (const { page, words } of changes)
      reported.set(page.url, [
        ...(reported.get(page.url) ?? []),
        { key, says: JSON.stringify(words ?? key) },
      ]);
  }
  return { reported, again };
}

/** What is still to be done that began before a moment, in words. Empty when all is settled. */
export async function openWork(part: StarvedPart, since: number): Promise<readonly string[]> {
  const open: string[] = [];
  const named = async (what: string, sql: string) => {
    const rows = await part.rows<{ name: string }>(sql);
    if (rows.length > 0)
      open.push(
        `${rows.length} ${what}: ${rows
          .slice(0, 5)
          .map(({ name }) => name)
          .join(', ')}`,
      );
  };
  const ranSince = await part.rows<{ name: string }>(
    `SELECT DISTINCT project.name AS name FROM run JOIN project ON project.id = run.project_id
      JOIN chaos_run begun ON begun.run_id = run.id AND begun.what = 'begun'
      WHERE begun.at > ${since} AND run.state = 'finished'`,
  );
  const missing = new Set(part.projects.keys());
  for (const { name } of ranSince) missing.delete(name);
  if (missing.size > 0)
    open.push(
      `${missing.size} projects without a finished run since then: ${[...missing].slice(0, 5).join(', ')}`,
    );
  await named(
    'runs under way since before',
    `SELECT project.name || ' ' || run.number || ' ' || run.state AS name FROM run JOIN project ON project.id = run.project_id
      JOIN chaos_run begun ON begun.run_id = run.id AND begun.what = 'begun'
      WHERE run.state <> 'finished' AND begun.at < ${since}`,
  );
  await named(
    'explorations without an end',
    `SELECT project.name || ' ' || exploration.number AS name FROM exploration JOIN project ON project.id = exploration.project_id
      WHERE exploration.ended_at IS NULL AND exploration.started_at < ${since}`,
  );
  await named(
    'messages not sent',
    `SELECT state || ' ' || coalesce(last_error, '') AS name FROM outbox WHERE state <> 'sent'`,
  );
  await named(
    'versions that search does not find',
    `SELECT page.url AS name FROM visit JOIN run ON run.id = visit.run_id JOIN page ON page.id = visit.page_id
      LEFT JOIN search_document document ON document.run_id = visit.run_id AND document.page_id = visit.page_id
      WHERE run.state = 'finished' AND visit.flag IN ('NEW', 'UPD') AND visit.outcome = 'ok' AND visit.sha256 IS NOT NULL AND document.id IS NULL`,
  );
  if (part.postgres !== null) {
    await named(
      'jobs that nobody does',
      `SELECT name || ' ' || state AS name FROM tidemark_jobs.job
        WHERE state IN ('created', 'retry', 'active') AND created_on < to_timestamp(${since} / 1000.0) AND data::text LIKE '%project%'`,
    );
    await named(
      'runs that were handed over and have no end',
      `SELECT project AS name FROM cluster_run WHERE ending IS NULL AND queued_at < ${since}`,
    );
    await named(
      'shares of runs that have ended',
      `SELECT host_job.host AS name FROM host_job JOIN run ON run.id = host_job.run_id WHERE run.state <> 'running'`,
    );
  }
  return open;
}
