import { Command } from 'commander';
import { interruption } from '../../cli/crawl/interruption.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { useServices } from '../../cli/of-other-features.ts';
import { configOf } from '../../cli/open-data.ts';
import type { AssistantServices } from './assistant-server.ts';

export function mcpCommand(): Command {
  return withExamples(new Command('mcp'), examples)
    .description('answer an AI assistant over standard input and output; only reads')
    .action(async (_options: unknown, command: Command) => {
      const stopping = interruption(() => undefined);
      try {
        const { packageFacts } = await import('../../config/index.ts');
        const { assistantOverPipes } = await import('./assistant-server.ts');
        await useServices.required(await configOf(command), stopping.signal, (services, asking) =>
          assistantOverPipes(services as AssistantServices, asking, packageFacts().version),
        );
      } finally {
        stopping.release();
      }
    });
}

const examples: Examples = {
  mcp: [
    ['tidemark mcp', 'answer over standard input and output'],
    ['tidemark mcp --data /srv/tidemark', 'the command that an assistant starts'],
  ],
};
