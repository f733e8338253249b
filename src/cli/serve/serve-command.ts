import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { interruption } from '../crawl/interruption.ts';
import { type GlobalOptions, outputOf, writeToStandardError } from '../output.ts';

export function serveCommand(): Command {
  return new Command('serve')
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
  const { serving } = await import('../../app/index.ts');
  const { readConfig } = await import('../../config/index.ts');
  const { localGate, startServer } = await serving();
  const output = outputOf(command);
  const { data } = command.optsWithGlobals<GlobalOptions>();
  const config = readConfig({
    ...(data !== undefined && { data }),
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port }),
  });
  const token = randomBytes(24).toString('base64url');
  const stopping = interruption(() =>
    output.note('Pausing the runs under way; press Ctrl-C again to stop at once.'),
  );
  try {
    const server = await startServer({
      config,
      gate: localGate(token),
      host: config.host,
      port: config.port,
      log: output.quiet ? null : { write: writeToStandardError },
    });
    if (output.json) await output.object({ event: 'listening', url: server.url, token });
    else {
      await output.line(`Tidemark answers at ${server.url}/`);
      await output.line(`Token for this time: ${token}`);
    }
    await new Promise<void>((resolve) => stopping.onStop(resolve));
    await server.close();
  } finally {
    stopping.release();
  }
}
