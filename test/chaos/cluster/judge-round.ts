import { type ClusterForChaos, DELAY } from './cluster-for-chaos.ts';
import type { Asked } from './watched-site.ts';

/** What a round left behind, counted. All but the last three have to be zero. */
export interface RoundCounts {
  readonly lost: number;
  readonly twice: number;
  readonly wrong: number;
  /** Visits that were stored by a worker after another had taken over. */
  readonly stale: number;
  /** Messages that are missing, or that tell the same twice under different keys. */
  readonly messages: number;
  /** Requests of one run to one host that came too close to each other. */
  readonly impolite: number;
  /** Pages that were asked for and stored. */
  readonly pages: number;
  readonly requests: number;
  /** Requests of different runs to one host at the same time. */
  readonly between: number;
}

export interface Judged {
  readonly counts: RoundCounts;
  /** What is wrong, in words. */
  readonly faults: readonly string[];
}

interface StoredVisit {
  readonly project: string;
  readonly run: number;
  readonly url: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly flag: string;
  readonly sha256: string | null;
  readonly writer: string;
  readonly at: Date;
}

/** Two arrivals are closer than two departures were when the second had the better way. Milliseconds. */
const JITTER = 70;

export const asks = `SELECT project.name AS project, run.number AS run, page.url, visit.outcome, visit.flag, visit.error_code AS error,
    encode(visit.sha256, 'hex') AS sha256, chaos_stored.writer, chaos_stored.at
  FROM visit JOIN run ON run.id = visit.run_id JOIN page ON page.id = visit.page_id JOIN project ON project.id = run.project_id
    JOIN chaos_stored ON chaos_stored.run_id = visit.run_id AND chaos_stored.page_id = visit.page_id
  WHERE visit.run_id IN (SELECT max(id) FROM run GROUP BY project_id)
  ORDER BY chaos_stored.at`;

/** Where a round began. */
export interface RoundBegin {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The number that its runs get. */
  readonly run: number;
  /** How many messages had come before. */
  readonly messages: number;
}

/** Compares what the last run of each project stored with the site, its log and the messages. */
export async function judgeRound(cluster: ClusterForChaos, begun: RoundBegin): Promise<Judged> {
  const { run } = begun;
  const { site, projects } = cluster;
  const faults: string[] = [];
  const asked = site.asked.filter(({ at }) => at >= begun.at);
  const stored = await cluster.rows<StoredVisit>(asks);
  let [lost, twice, wrong] = [0, 0, 0];
  for (const [project, origins] of projects) {
    const truth = site.truth(origins);
    const changed = new Set(site.changed(origins));
    const visits = Map.groupBy(
      stored.filter((visit) => visit.project === project && Number(visit.run) === run),
      ({ url }) => url,
    );
    for (const [url, sha256] of truth) {
      const [visit, second] = visits.get(url) ?? [];
      const flag = run === 1 ? 'NEW' : changed.has(url) ? 'UPD' : 'SAM';
      if (visit === undefined) {
        lost += 1;
        faults.push(`${project}: ${url} is not stored`);
      } else if (second !== undefined) {
        twice += 1;
        faults.push(`${project}: ${url} is stored twice`);
      } else if (visit.outcome !== 'ok' || visit.sha256 !== sha256 || visit.flag !== flag) {
        wrong += 1;
        faults.push(
          `${project}: ${url} is ${visit.outcome} ${visit.error} ${visit.flag} ${visit.sha256} instead of ${flag} ${sha256}`,
        );
      }
    }
    for (const url of visits.keys())
      if (!truth.has(url)) {
        wrong += 1;
        faults.push(`${project}: ${url} is stored, and does not belong to it`);
      }
  }
  const stale = staleVisits(stored, asked);
  const { impolite, between } = closeRequests(asked);
  const messages = run === 1 ? [] : wrongMessages(cluster, begun.messages);
  faults.push(...stale, ...impolite, ...messages);
  const pages = stored.length;
  return {
    faults,
    counts: {
      ...{ lost, twice, wrong, stale: stale.length, messages: messages.length },
      ...{ impolite: impolite.length, pages, requests: asked.length, between: between.length },
    },
  };
}

/** A visit is stale when somebody else stored pages of the same run and host between the request for it and its being stored. */
function staleVisits(stored: readonly StoredVisit[], asked: readonly Asked[]): readonly string[] {
  const found: string[] = [];
  const groups = Map.groupBy(stored, ({ project, url }) => `${project} ${new URL(url).host}`);
  for (const visits of groups.values())
    for (const [place, { project, url, writer, at }] of visits.entries()) {
      const request = asked.findLast(
        (one) => one.project === project && one.url === url && one.at <= at.getTime(),
      );
      const other = visits
        .slice(0, place)
        .find((before) => before.writer !== writer && before.at.getTime() > (request?.at ?? 0));
      if (other !== undefined)
        found.push(`${project}: ${url} was stored by ${writer} after ${other.writer} had taken over`);
    }
  return found;
}

/**
 * One request at a time to a host, and the delay of the project between their beginnings. One that is late on its way comes close to the next, but
 * not to the one after it.
 */
function closeRequests(asked: readonly Asked[]): {
  readonly impolite: readonly string[];
  readonly between: readonly string[];
} {
  const [impolite, between]: [string[], string[]] = [[], []];
  for (const requests of Map.groupBy(asked, ({ host }) => host).values()) {
    for (const [place, later] of requests.entries())
      for (const earlier of requests.slice(Math.max(0, place - 4), place)) {
        if (later.at >= (earlier.endedAt ?? Number.POSITIVE_INFINITY) - 1) continue;
        const list = earlier.project === later.project ? impolite : between;
        list.push(`${later.project}: ${later.url} while ${earlier.url} was under way`);
      }
    for (const own of Map.groupBy(requests, ({ project }) => project).values())
      for (const [place, { at, project, url, isBunched }] of own.entries()) {
        const before = own[place - 2];
        if (before === undefined || isBunched || at - before.at >= 2 * DELAY - JITTER) continue;
        const gaps = own.slice(Math.max(0, place - 4), place + 1).map(reportedFrom(at));
        impolite.push(`${project}: ${url} came ${at - before.at} ms after the one before the last: ${gaps}`);
      }
  }
  return { impolite, between };
}

/** When a request came, seen from another. */
const reportedFrom =
  (moment: number) =>
  ({ at, url, isFirst }: Asked): string =>
    `${at - moment} ${new URL(url).pathname}${isFirst ? ' (new connection)' : ''}`;

/** Every page that changed with this edition is told of once. A message may come again under its key: receivers drop it. */
function wrongMessages({ receiver, site, projects }: ClusterForChaos, earlier: number): readonly string[] {
  const found: string[] = [];
  for (const [project, origins] of projects) {
    const reported = new Map<string, Set<string>>();
    for (const { path, headers, body } of receiver.requests.slice(earlier)) {
      if (path !== `/${project}`) continue;
      const { changes } = JSON.parse(body) as { changes: readonly { page: { url: string } }[] };
      for (const { page } of changes)
        reported.set(page.url, (reported.get(page.url) ?? new Set()).add(String(headers['idempotency-key'])));
    }
    for (const [url, messages] of reported)
      if (messages.size > 1) found.push(`${project}: ${url} was told ${messages.size} times`);
    for (const url of site.changed(origins))
      if (!reported.delete(url)) found.push(`${project}: ${url} changed, and was not told`);
    for (const url of reported.keys()) found.push(`${project}: ${url} was told, and has not changed`);
  }
  return found;
}
