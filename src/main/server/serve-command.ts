import { Command } from 'commander';
import { interruption } from '../../cli/crawl/interruption.ts';
import { type Examples, withExamples } from '../../cli/help/examples.ts';
import { type GlobalOptions, inertJson, outputOf, writeToStandardError } from '../../cli/output.ts';

export function serveCommand(): Command {
  return withExamples(new Command('serve'), examples)
    .description('answer over HTTP: the API for programs and people')
    .option('--host <name>', 'address to listen on (TIDEMARK_HOST, default: this machine only)')
    .option('--port <n>', 'port to listen on (TIDEMARK_PORT, default: 4280)')
    .action(run);
}

interface Options {
  readonly host?: string;
  readonly port?: string;
}

async function run({ host, port }: Options, command: Command): Promise<void> {
  const { readConfig } = await import('../../config/index.ts');
  const { startServer } = await import('./start-server.ts');
  const output = outputOf(command);
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const config = readConfig({
    ...(data !== undefined && { data }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
  });
  const stopping = interruption(() =>
    output.note('Pausing the runs under way; press Ctrl-C again to stop at once.'),
  );
  try {
    const { url, firstLink, close } = await startServer({
      config,
      host: config.host,
      port: config.port,
      log: output.quiet ? null : { write: (line) => writeToStandardError(inertJson(line)) },
    });
    if (output.json) await output.object({ event: 'listening', url, link: firstLink });
    else {
      await output.line(`Tidemark answers at ${url}/`);
      if (firstLink !== null) {
        await output.line('No user can log in yet. With this link, the administrator chooses a password:');
        await output.line(firstLink);
      }
    }
    await new Promise<void>((resolve) => stopping.onStop(resolve));
    await close();
  } finally {
    stopping.release();
  }
}

const examples: Examples = {
  serve: [
    ['tidemark serve', 'answer on this machine, at http://127.0.0.1:4280/'],
    ['tidemark serve --host 0.0.0.0 --port 80', 'answer to other machines, too'],
  ],
};
