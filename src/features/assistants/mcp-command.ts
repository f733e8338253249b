import { Command } from 'commander';
import { interruption } from '../../cli/crawl/interruption.ts';
import { configOf } from '../../cli/open-data.ts';

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('answer an AI assistant over standard input and output; only reads')
    .action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const { serveAssistant } = await import('./serve-assistant.ts');
  const stopping = interruption(() => undefined);
  try {
    await serveAssistant(await configOf(command), stopping.signal);
  } finally {
    stopping.release();
  }
}
