import { Command } from 'commander';
import { interruption } from '../crawl/interruption.ts';
import { configOf } from '../open-data.ts';

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('answer an AI assistant over standard input and output; only reads')
    .action(run);
}

async function run(_options: unknown, command: Command): Promise<void> {
  const { serving } = await import('../../app/index.ts');
  const { serveAssistant } = await serving();
  const stopping = interruption(() => undefined);
  try {
    await serveAssistant(await configOf(command), stopping.signal);
  } finally {
    stopping.release();
  }
}
