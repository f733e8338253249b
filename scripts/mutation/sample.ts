import { createHash } from 'node:crypto';

// A plugin of Stryker: of all mutants it lets a sample through, chosen by a seed. The rest is reported as "CompileError",
// which counts neither as killed nor as survived.

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
}

interface SampleOptions {
  readonly sample: { readonly size: number; readonly seed: string };
}

export const strykerValidationSchema = {
  properties: {
    sample: {
      type: 'object',
      properties: { size: { type: 'number' }, seed: { type: 'string' } },
      required: ['size', 'seed'],
    },
  },
};

class Sample {
  static readonly inject = ['options'];
  readonly #options: SampleOptions['sample'];
  #chosen: ReadonlySet<string> = new Set();

  constructor({ sample }: SampleOptions) {
    this.#options = sample;
  }

  async init(): Promise<void> {
    // Nothing to prepare.
  }

  /** Called once, with all mutants. */
  async group(mutants: readonly Mutant[]): Promise<readonly (readonly string[])[]> {
    const order = mutants.map((mutant) => ({ id: mutant.id, place: this.#placeOf(mutant) }));
    order.sort((a, b) => (a.place < b.place ? -1 : 1));
    this.#chosen = new Set(order.slice(0, this.#options.size).map(({ id }) => id));
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: readonly Mutant[]): Promise<Readonly<Record<string, object>>> {
    const answer = ({ id }: Mutant) =>
      this.#chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, answer(mutant)]));
  }

  /** By its file, place and change: the same in every run, whatever happens in other files. */
  #placeOf({ fileName, mutatorName, replacement, location: { start } }: Mutant): string {
    const file = fileName.replaceAll('\\', '/').replace(/^.*\/src\//, 'src/');
    const name = [this.#options.seed, file, start.line, start.column, mutatorName, replacement];
    return createHash('sha256').update(JSON.stringify(name)).digest('hex');
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }];
