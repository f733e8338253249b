import { Command } from 'commander';
import { interruption } from '../../cli/crawl/interruption.ts';
import { serveAssistant } from '../../cli/of-other-features.ts';
import { configOf } from '../../cli/open-data.ts';

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('answer an AI assistant over standard input and output; only reads')
    .action(async (_options: unknown, command: Command) => {
      const stopping = interruption(() => undefined);
      try {
        await serveAssistant.required(await configOf(command), stopping.signal);
      } finally {
        stopping.release();
      }
    });
}
