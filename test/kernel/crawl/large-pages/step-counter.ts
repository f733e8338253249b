import { Session } from 'node:inspector/promises';

/**
 * Counts how many blocks of our own code some work runs: functions, branches and rounds of loops, as V8 counts them. Unlike
 * seconds, the same work gives the same number on every machine, however busy. What built-in functions do inside is not counted.
 */
export class StepCounter {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  /** To be called before the code to be counted is loaded: what is compiled earlier is not counted. */
  static async start(): Promise<StepCounter> {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return new StepCounter(session);
  }

  async count(work: () => void): Promise<number> {
    await this.#session.post('Profiler.takePreciseCoverage');
    work();
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    let steps = 0;
    for (const { url, functions } of result) {
      if (!url.includes('/src/')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    }
    return steps;
  }
}
