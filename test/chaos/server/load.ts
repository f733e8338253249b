import type { Random } from '../../sites/session-sites/random.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Answered, ServedLife } from './served-life.ts';
import type { TreeSite } from './tree-site.ts';

/** What loads a server while it lives. All of it ends when `isOver` says so, or when the connection breaks. */
export interface Load {
  readonly life: ServedLife;
  readonly site: TreeSite;
  readonly acknowledged: Acknowledged;
  readonly faults: string[];
  readonly counts: { reads: number; writes: number; runs: number };
  /** Called after each acknowledged write. */
  readonly onWrite: () => void;
  readonly isOver: () => boolean;
}

export const crawled = ['north', 'south', 'east'] as const;

/** What is wrong with an answer of a living server: any failure that is not that it stops. */
function faultIn(what: string, { status, body }: Answered): string | null {
  return status >= 500 && status !== 503 ? `${what}: ${status} ${JSON.stringify(body)}` : null;
}

/** Reads lists and files, again and again. */
export async function readOn({ life, faults, counts, isOver }: Load, random: Random): Promise<void> {
  while (!isOver()) {
    const project = crawled[random.below(crawled.length)];
    const paths = [
      '/api/projects',
      `/api/projects/${project}/pages?limit=20`,
      `/api/projects/${project}/runs`,
      '/api/changes?limit=50',
      '/api/search?q=tide',
      `/api/projects/${project}/runs/1/summary`,
      '/metrics',
    ];
    const path = paths[random.below(paths.length)] ?? '/api/projects';
    const answer = await life.ask('GET', path);
    if (answer === null) return;
    const fault = faultIn(path, answer);
    if (fault !== null) faults.push(fault);
    counts.reads += 1;
  }
}

/** Adds, changes and removes projects of its own. */
export async function editOn(load: Load, writer: number, random: Random): Promise<void> {
  const { life, acknowledged, faults, counts, onWrite, isOver } = load;
  while (!isOver()) {
    const name = `edited-${writer}-${random.below(6)}`;
    const file = `name: ${name}\nsource: https://example.org/\ncomment: edit ${random.below(1_000_000)}\n`;
    const kind = ['add', 'change', 'change', 'remove'][random.below(4)];
    const value = kind === 'remove' ? null : file;
    acknowledged.sent(`project ${name}`, value);
    const answer =
      kind === 'add'
        ? await life.ask('POST', '/api/projects', { file })
        : await life.ask(
            kind === 'remove' ? 'DELETE' : 'PUT',
            `/api/projects/${name}`,
            kind === 'remove' ? undefined : { file },
          );
    if (answer === null) return;
    const fault = faultIn(`${kind} ${name}`, answer);
    if (fault !== null) faults.push(fault);
    if (answer.status < 300) {
      acknowledged.answered(`project ${name}`, value);
      counts.writes += 1;
      onWrite();
    } else acknowledged.refused(`project ${name}`);
  }
}

/** Keeps a project running: starts a run when there is none, and confirms that it has been looked at. */
export async function runOn(load: Load, project: string): Promise<void> {
  const { life, acknowledged, faults, counts, onWrite, isOver } = load;
  while (!isOver()) {
    const answer = await life.ask('POST', `/api/projects/${project}/runs`, {});
    if (answer === null) return;
    if (answer.status === 202) {
      const { number } = answer.body as { number: number };
      acknowledged.answered(`run ${number} of ${project}`, 'there');
      counts.runs = Math.max(counts.runs, number);
      onWrite();
    } else if (answer.status !== 409 && answer.status !== 503)
      faults.push(`run of ${project}: ${answer.status} ${JSON.stringify(answer.body)}`);
    // It is asked again when the run has ended; a refused question costs the server little.
    const events = await life.ask('GET', `/api/projects/${project}/runs?limit=1`);
    if (events === null) return;
    const [last] =
      (events.body as { items?: { number: number; state: string; confirmed: object | null }[] }).items ?? [];
    if (last?.state !== 'finished' || last.confirmed !== null) continue;
    const name = `confirmation ${last.number} of ${project}`;
    acknowledged.sent(name, 'there');
    const confirmed = await life.ask('POST', `/api/projects/${project}/runs/${last.number}/confirm`);
    if (confirmed === null) return;
    if (confirmed.status !== 200) continue;
    acknowledged.answered(name, 'there');
    counts.writes += 1;
    onWrite();
  }
}
