import { Worker } from 'node:worker_threads';
import { defaultPdfLimits, type PdfLimits, type PdfText } from './pdf-limits.ts';

/** The build turns this file and the thread's into JavaScript; the text below it does not see. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Reads the text of PDFs in a thread of its own, one at a time. A file that takes too long, or too much memory, ends the
 * thread and nothing else; the next one gets a new thread. The thread starts with the first file.
 */
export class PdfReader {
  readonly #limits: PdfLimits;
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(limits: Partial<PdfLimits> = {}) {
    this.#limits = { ...defaultPdfLimits, ...limits };
  }

  /** Never throws. */
  read(bytes: Uint8Array): Promise<PdfText> {
    const { maxBytes } = this.#limits;
    if (bytes.length > maxBytes) {
      return Promise.resolve({ problem: `it is larger than the ${maxBytes} bytes that are read` });
    }
    const reading = this.#last.then(() => this.#readNow(bytes));
    this.#last = reading;
    return reading;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#end();
  }

  async #readNow(bytes: Uint8Array): Promise<PdfText> {
    const thread = this.#started();
    const answer = await this.#answerOf(thread, bytes);
    // Waiting for work must not keep the process alive.
    if (answer !== null) thread.unref();
    else await this.#end();
    return answer ?? { problem: 'reading it takes more time or memory than is allowed' };
  }

  /** Null when a limit was passed. */
  #answerOf(thread: Worker, bytes: Uint8Array): Promise<PdfText | null> {
    const { promise, resolve } = Promise.withResolvers<PdfText | null>();
    const failed = () => resolve(null);
    const timer = setTimeout(failed, this.#limits.timeoutMs);
    thread.ref();
    thread.once('message', resolve).once('error', failed).once('exit', failed);
    // A copy: the caller needs the bytes for their hash.
    const copy = Uint8Array.from(bytes);
    thread.postMessage(copy, [copy.buffer]);
    return promise.finally(() => {
      clearTimeout(timer);
      thread.off('message', resolve).off('exit', failed).off('error', failed);
    });
  }

  #started(): Worker {
    this.#thread ??= new Worker(new URL(`./pdf-thread.${extension}`, import.meta.url), {
      workerData: this.#limits,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapMiB },
    }).on('error', () => {
      this.#thread = null;
    });
    return this.#thread;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}
