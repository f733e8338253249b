import type { CrawlEvent } from '../../crawl/engine/crawl-event.ts';
import type { CrawlEnding, CrawlProgress } from '../../crawl/engine/crawl-progress.ts';
import type { RunEnding } from '../../crawl/run/run-request.ts';
import type { LeftOut } from '../../crawl/tables/run.ts';
import { humanBytes, humanDuration } from '../human-numbers.ts';
import { hasLiveLine, type Output, showLiveLine } from '../output.ts';
import { Table } from '../table.ts';
import type { SiteVisit } from './after-run.ts';

/** Reports a crawl: events as JSON, a live line on a terminal, plain lines in a pipe; then a summary. */
export class CrawlReporter {
  readonly #output: Output;
  readonly #project: string;
  readonly #visit: SiteVisit;
  readonly #live: boolean;
  #resumed = false;
  #lastLine = 0;
  /** The last event. With --json it is printed after the report of the run. */
  #ended: CrawlEvent | null = null;
  readonly #errors = new Map<string, { count: number; example: string }>();

  /** `terminal` is the variable TERM. */
  constructor(output: Output, project: string, visit: SiteVisit, terminal: string | undefined) {
    this.#output = output;
    this.#project = project;
    this.#visit = visit;
    this.#live = !output.json && !output.quiet && hasLiveLine(terminal);
  }

  tell(event: CrawlEvent): void {
    if (this.#output.json) {
      if (event.event === 'ended') this.#ended = event;
      else if (event.event !== 'progress') void this.#output.object(event);
      return;
    }
    if (event.event === 'started') {
      this.#resumed = event.resumed;
      const how = event.resumed
        ? `going on with run ${event.run}, ${event.queued} URLs waiting`
        : `run ${event.run}`;
      this.#output.note(`${this.#project}: ${how}`);
    } else if (event.event === 'page' && event.outcome === 'error') {
      // What happened to a known page is reported once, at the end.
      const isReported = event.flag !== null && this.#visit === 'track';
      this.#error(
        isReported,
        event.url,
        event.code === 'CRAWL_HTTP_STATUS' ? String(event.status) : (event.code ?? ''),
        event.error ?? '',
      );
    } else if (event.event === 'waiting') {
      const why =
        event.host === undefined ? 'waits for its hours, until' : `${event.host} asks us to wait until`;
      this.#output.note(`${this.#project}: ${why} ${event.until}`);
    } else if (event.event === 'progress') {
      this.#progress(event);
    }
  }

  /** Prints how the crawl ended, and the statistics if they are given. What it found is reported elsewhere. */
  async end(
    { state, reason, notices, ...counts }: CrawlEnding & Pick<RunEnding, 'notices'>,
    statistics: { readonly leftOut: readonly LeftOut[] } | null,
  ): Promise<void> {
    if (this.#output.json) return void (await this.#output.object(this.#ended));
    const title = state === 'finished' ? 'Finished' : `Paused: ${reason}`;
    if (statistics !== null) await this.#statistics(title, counts, statistics.leftOut);
    else if (state === 'paused') await this.#output.line(`${title}.`);
    for (const notice of notices) await this.#output.line(`\n${notice}`);
    if (state === 'paused')
      await this.#output.line(`\nGo on with: tidemark ${this.#visit} --project ${this.#project}`);
  }

  async #statistics(
    title: string,
    { pages, errors, bytes, ms }: CrawlProgress,
    leftOut: readonly LeftOut[],
  ): Promise<void> {
    const { counted } = await import('../../presentation/in-words.ts');
    const rate = ms > 0 ? (pages / (ms / 1000)).toFixed(1) : '-';
    await this.#output.line(
      `${title}. ${counted(pages, 'page')}${this.#resumed ? ' more' : ''}, ${counted(errors, 'error')}, ${humanBytes(bytes)} in ${humanDuration(ms)} (${rate} pages/s).`,
    );
    if (this.#errors.size > 0) {
      await this.#output.line();
      const table = new Table(this.#output, ['errors', 'what', 'for example']);
      for (const [what, { count, example }] of this.#errors) await table.row(String(count), what, example);
      await table.end();
    }
    if (leftOut.length > 0) {
      await this.#output.line();
      const table = new Table(this.#output, ['left out', 'because', 'for example']);
      for (const entry of leftOut) await table.row(String(entry.count), entry.reason, entry.exampleUrl);
      await table.end();
    }
  }

  #progress(progress: CrawlProgress): void {
    const now = performance.now();
    if (!this.#live && now - this.#lastLine < 5000) return;
    this.#lastLine = now;
    const { pages, errors, bytes, queued, inFlight, hosts, ms } = progress;
    const text = `pages: ${pages} (${(pages / (ms / 1000)).toFixed(1)}/s), queued: ${queued}, under way: ${inFlight}, hosts: ${hosts}, errors: ${errors}, ${humanBytes(bytes)}`;
    if (this.#live) showLiveLine(text);
    else this.#output.note(text);
  }

  /** Prints the first error of each kind at once, above the live line. The summary counts all of them. */
  #error(isReported: boolean, url: string, kind: string, message: string): void {
    const known = this.#errors.get(kind);
    if (known !== undefined) {
      known.count++;
      return;
    }
    this.#errors.set(kind, { count: 1, example: url });
    if (isReported) return;
    this.#output.note(message.startsWith(url) ? message : `${url}: ${message}`);
  }
}
