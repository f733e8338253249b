import { Command } from 'commander';
import { interruption } from '../../cli/crawl/interruption.ts';
import { configOf } from '../../cli/open-data.ts';
import type { Config } from '../../config/index.ts';

/** `serve` answers until the signal. */
export function mcpCommand(serve: (config: Config, signal: AbortSignal) => Promise<void>): Command {
  return new Command('mcp')
    .description('answer an AI assistant over standard input and output; only reads')
    .action(async (_options: unknown, command: Command) => {
      const stopping = interruption(() => undefined);
      try {
        await serve(await configOf(command), stopping.signal);
      } finally {
        stopping.release();
      }
    });
}
