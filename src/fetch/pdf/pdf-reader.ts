import { Worker } from 'node:worker_threads';

/** What reading one PDF may cost. Each limit stops a hostile file. */
export interface PdfLimits {
  /** Larger files are not opened. Default 64 MiB. */
  readonly maxBytes: number;
  /** Default 30 s. */
  readonly timeoutMs: number;
  /** Further pages are left out. Default 2,000. */
  readonly maxPages: number;
  /** Further text is left out. Default 10 million characters. */
  readonly maxCharacters: number;
  /** The memory of the thread: its heap, and its buffers, which V8 does not limit. Default 512 MiB. */
  readonly maxMemoryMiB: number;
}

const defaultPdfLimits: PdfLimits = Object.freeze({
  maxBytes: 64 * 1024 * 1024,
  timeoutMs: 30_000,
  maxPages: 2_000,
  maxCharacters: 10_000_000,
  maxMemoryMiB: 512,
});

export type PdfText =
  /** Pages are separated by an empty line. `isWhole` is false if a limit cut the text off. */
  | { readonly text: string; readonly pages: number; readonly isWhole: boolean }
  /** Why there is no text. The file is then compared by its bytes. */
  | { readonly problem: string };

/** Interval between memory checks, in milliseconds. Decoding fills some 20 MB in that time. */
const LOOK_AT_MEMORY = 100;

/** The build compiles this file and the thread's file to JavaScript, but does not change the file name below. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Reads the text of PDFs in a separate thread, one at a time. A file that takes too much time or memory ends only the
 * thread; the next file gets a new one. The first file starts the thread.
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
      return Promise.resolve({ problem: `it is larger than ${maxBytes} bytes` });
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
    // An idle thread must not keep the process alive.
    if (answer !== null) thread.unref();
    else await this.#end();
    return answer ?? { problem: 'reading it takes more time or memory than allowed' };
  }

  /** Null if a limit was exceeded. */
  #answerOf(thread: Worker, bytes: Uint8Array): Promise<PdfText | null> {
    const { promise, resolve } = Promise.withResolvers<PdfText | null>();
    const failed = () => resolve(null);
    const timer = setTimeout(failed, this.#limits.timeoutMs);
    const looks = setInterval(
      () => void this.#hasRoom(thread).then((has) => has || failed()),
      LOOK_AT_MEMORY,
    );
    thread.ref();
    thread.once('message', resolve).once('error', failed).once('exit', failed);
    // A copy: the caller needs the bytes for their hash.
    const copy = Uint8Array.from(bytes);
    thread.postMessage(copy, [copy.buffer]);
    return promise.finally(() => {
      clearTimeout(timer);
      clearInterval(looks);
      thread.off('message', resolve).off('exit', failed).off('error', failed);
    });
  }

  /** Whether the thread is within its memory limit. A stream of 2 kB decodes to gigabytes. */
  async #hasRoom(thread: Worker): Promise<boolean> {
    try {
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
      return heap + buffers <= this.#limits.maxMemoryMiB * 1024 * 1024;
    } catch {
      // The thread has ended meanwhile.
      return true;
    }
  }

  #started(): Worker {
    this.#thread ??= new Worker(new URL(`./pdf-thread.${extension}`, import.meta.url), {
      workerData: this.#limits,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxMemoryMiB },
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
