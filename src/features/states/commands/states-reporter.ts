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
    const { graph, ending, tried, failures, avoided } = exploration;
    if (this.#output.json) {
      const counts = { states: graph.states.length, transitions: graph.transitions.length, tried };
      return this.#output.object({ event: 'ended', ending, ...counts, failures: failures.length, avoided });
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
    await this.#failures(exploration);
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
