let drained: Promise<void> | undefined;

/**
 * Text in the order of the calls. The promise waits when the reader is slower than we are, so that a million lines
 * never pile up in memory. All who wait share one wait: a crawl tells of thousands of pages without waiting for each,
 * and a listener for each of them would look like a leak to Node.
 */
export function writeToStandardOutput(text: string): Promise<void> {
  if (process.stdout.write(text)) return Promise.resolve();
  drained ??= new Promise((resolve) => {
    process.stdout.once('drain', () => {
      drained = undefined;
      resolve();
    });
  });
  return drained;
}
