import { hasLiveLine, type Output, showLiveLine } from '../../../cli/output.ts';
import { Table } from '../../../cli/table.ts';
import type { Exploration, ExploreEvent } from '../../../explore/index.ts';

/** At most this many failures are listed, and at most this many elements that are not pressed. */
const mostListed = 10;

/** Reports an exploration: events as JSON, a live line on a terminal; then a summary. */
export class StatesReporter {
  readonly #output: Output;
  readonly #live: boolean;

  /** `terminal` is the environment variable TERM. */
  constructor(output: Output, terminal: string | undefined) {
    this.#output = output;
    this.#live = !output.json && !output.quiet && hasLiveLine(terminal);
  }

  tell(event: ExploreEvent): void {
    if (this.#output.json) {
      if (event.event !== 'progress') void this.#output.object(event);
    } else if (event.event === 'progress' && this.#live) {
      const { states, tried, waiting } = event;
      showLiveLine(`states: ${states}, tried: ${tried}, still to try: ${waiting}`);
    }
  }

  async end(exploration: Exploration): Promise<void> {
    const { graph, ending, tried, failures, unsteady, held, avoided, reason } = exploration;
    if (this.#output.json) {
      const counts = { states: graph.states.length, transitions: graph.transitions.length, tried };
      return this.#output.object({
        ...{ event: 'ended', ending, ...counts, failures: failures.length },
        ...{ unsteady: unsteady.length, held: requestsHeld(held).length, avoided },
        ...(reason === '' ? {} : { reason }),
      });
    }
    await this.#states(exploration);
    const { counted } = await import('../../../presentation/in-words.ts');
    const found = [
      counted(graph.states.length, 'state'),
      counted(graph.transitions.length, 'transition'),
      `${counted(tried, 'action')} tried`,
    ];
    const { endingsInWords } = await import('../../../explore/index.ts');
    await this.#output.line(`\n${found.join(', ')}; ${endingsInWords[ending]}.`);
    if (reason !== '') await this.#output.line(`It ended early: ${reason}`);
    await this.#held(held);
    await this.#failures(exploration);
    if (unsteady.length > 0) {
      const { actionInWords } = await import('../../../explore/index.ts');
      await this.#output.line(`\n${counted(unsteady.length, 'action')} worked at the second try only:`);
      for (const { from, action, failure } of unsteady.slice(0, mostListed))
        await this.#output.line(`  state ${from}, ${actionInWords(action)}: first ${failure}`);
    }
    if (avoided.length > 0) {
      const labels = avoided.slice(0, mostListed).map(({ label }) => `“${label}”`);
      const more = avoided.length > mostListed ? ', …' : '';
      const were = avoided.length === 1 ? '1 was' : `${avoided.length} were`;
      await this.#output.line(
        `${were} not pressed: ${labels.join(', ')}${more} (--press, --press-anything).`,
      );
    }
  }

  async #states({ graph }: Exploration): Promise<void> {
    const { actionInWords } = await import('../../../explore/index.ts');
    const table = new Table(this.#output, ['state', 'title', 'address', 'from', 'by']);
    for (const { number, title, url } of graph.states) {
      const first = graph.transitions.find(({ to }) => to === number);
      const how =
        number === 0 || first === undefined ? ['', ''] : [String(first.from), actionInWords(first.action)];
      await table.row(String(number), title, url, ...how);
    }
    await table.end();
  }

  async #held(held: Exploration['held']): Promise<void> {
    const all = requestsHeld(held);
    if (all.length === 0) return;
    const { actionInWords } = await import('../../../explore/index.ts');
    const { counted } = await import('../../../presentation/in-words.ts');
    await this.#output.line(
      `\n${counted(all.length, 'request')} held that may change something (--allow-changes):`,
    );
    for (const { request, from, action, times } of all.slice(0, mostListed)) {
      const when = action === null ? 'while it is opened' : `state ${from}, ${actionInWords(action)}`;
      const more = times > 1 ? ` (and ${times - 1} more)` : '';
      await this.#output.line(`  ${when}${more}: would have sent ${request}`);
    }
    if (all.length > mostListed) await this.#output.line(`  and ${all.length - mostListed} more (--json)`);
  }

  async #failures({ failures }: Exploration): Promise<void> {
    if (failures.length === 0) return;
    const { actionInWords } = await import('../../../explore/index.ts');
    const { counted } = await import('../../../presentation/in-words.ts');
    await this.#output.line(`\n${counted(failures.length, 'action')} led nowhere:`);
    for (const { from, action, failure } of failures.slice(0, mostListed))
      await this.#output.line(`  state ${from}, ${actionInWords(action)}: ${failure}`);
    if (failures.length > mostListed)
      await this.#output.line(`  and ${failures.length - mostListed} more (--json)`);
  }
}

interface HeldRequest extends Pick<Exploration['held'][number], 'from' | 'action'> {
  readonly request: string;
  /** How many actions would have sent it; `from` and `action` are the first. */
  readonly times: number;
}

/** Each request once. */
function requestsHeld(held: Exploration['held']): readonly HeldRequest[] {
  const all = held.flatMap(({ requests, ...by }) => requests.map((request) => ({ ...by, request })));
  return [...Map.groupBy(all, ({ request }) => request).values()].flatMap((same) =>
    same[0] === undefined ? [] : [{ ...same[0], times: same.length }],
  );
}
