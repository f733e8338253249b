import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gauge, type Metric } from '../../publish/index.ts';

/** How often it is looked, in milliseconds. */
const RESOLUTION = 20;
/** Shares of all moments; 1 is the longest. */
const shares = [0.5, 0.9, 0.99, 1] as const;

/** Memory, processor time, and how long whatever is due has to wait for its turn. */
export class ProcessMeter {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION });

  constructor() {
    this.#delay.enable();
  }

  /** Delays are those since they were last read: an old one must not hide how it is now. */
  metrics(): readonly Metric[] {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const delays = shares.map((share) => ({
      labels: { share: String(share) },
      value: lateness(share === 1 ? this.#delay.max : this.#delay.percentile(share * 100)),
    }));
    this.#delay.reset();
    return [
      gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory that values of the program take.', heapUsed),
      gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', external),
      {
        name: 'process_cpu_seconds_total',
        says: 'Processor time of the process.',
        kind: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge(
        'process_start_time_seconds',
        'When the process was started, in seconds since 1970.',
        Math.round(performance.timeOrigin) / 1000,
      ),
      {
        name: 'tidemark_event_loop_delay_seconds',
        says: 'How long the event loop was late since the last time this was read, by share of all moments.',
        kind: 'gauge',
        samples: delays,
      },
    ];
  }

  close(): void {
    this.#delay.disable();
  }
}

/** In seconds. What is measured is the time between two looks, in nanoseconds. */
const lateness = (between: number): number => Math.max(between / 1e6 - RESOLUTION, 0) / 1000;
