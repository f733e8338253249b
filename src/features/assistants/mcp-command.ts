import { Command } from 'commander';
import { interruption } from '../../cli/crawl/interruption.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { configOf } from '../../cli/open-data.ts';
import type { Config } from '../../config/index.ts';

interface AssistantContext {
  /** Answers over standard input and output until the signal. */
  readonly serveAssistant: (config: Config, signal: AbortSignal) => Promise<void>;
}

export function mcpCommand({ serveAssistant }: AssistantContext): Command {
  return withExamples(new Command('mcp'), examples)
    .description('answer an AI assistant over standard input and output; only reads')
    .action(async (_options: unknown, command: Command) => {
      const stopping = interruption(() => undefined);
      try {
        await serveAssistant(await configOf(command), stopping.signal);
      } finally {
        stopping.release();
      }
    });
}

const examples: Examples = {
  mcp: [
    ['tidemark mcp', 'answer over standard input and output'],
    ['tidemark mcp --data /srv/tidemark', 'the command that an assistant is told to start'],
  ],
};
