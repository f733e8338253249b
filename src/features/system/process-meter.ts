import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gauge, type Metric } from '../../http/metrics/metric.ts';

type DelayHistogram = ReturnType<typeof monitorEventLoopDelay>;

/** Sampling interval of the event loop delay, in milliseconds. */
const RESOLUTION = 20;
/** Length of a window, in milliseconds. */
const WINDOW = 60_000;
/** Percentiles as shares; 1 is the maximum. */
const shares = [0.5, 0.9, 0.99, 1] as const;

/**
 * Memory, processor time and event loop delay. Delays cover the last one or two minutes, however often they are read: two monitoring systems do not
 * reset each other's figures.
 */
export class ProcessMeter {
  #now = delays();
  #before: DelayHistogram | null = null;
  readonly #timer = setInterval(() => this.#turn(), WINDOW).unref();

  metrics(): readonly Metric[] {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
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
        says: 'How long the event loop was late in the last one or two minutes, by share of all moments.',
        kind: 'gauge',
        samples: shares.map((share) => ({
          labels: { share: String(share) },
          value: Math.max(
            lateness(this.#now, share),
            this.#before === null ? 0 : lateness(this.#before, share),
          ),
        })),
      },
    ];
  }

  close(): void {
    clearInterval(this.#timer);
    this.#now.disable();
  }

  #turn(): void {
    this.#now.disable();
    this.#before = this.#now;
    this.#now = delays();
  }
}

function delays(): DelayHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  return histogram;
}

/** In seconds. The histogram has the time between two samples, in nanoseconds. */
function lateness(histogram: DelayHistogram, share: number): number {
  const between = share === 1 ? histogram.max : histogram.percentile(share * 100);
  return Math.max(between / 1e6 - RESOLUTION, 0) / 1000;
}
