import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../../config/index.ts';
import type { RunDefinition } from '../../crawl/run/define-run.ts';
import { siteEgress, userAgentOf } from '../../crawl/site/site-network.ts';
import { ExploreError } from '../../explore/index.ts';
import { HttpFetcher, HttpSession } from '../../fetch/index.ts';

/** A reset that takes longer has failed. */
const LONGEST_RESET_MS = 120_000;
/** The end of what a command says is in the message when it fails. */
const MOST_SAID = 300;

/** What gives an application its first data again. */
interface Reset {
  /** An address on the site, asked for by POST. */
  readonly address: string | undefined;
  /** A command of this machine. Never from a project file: those of a server are written by people who do not own the machine. */
  readonly command: string | undefined;
}

/** What is called before each visit; null when there is nothing to reset. It throws EXPLORE_RESET_FAILED. */
export function resetOf(
  { address, command }: Reset,
  { source, hosts, settings }: Pick<RunDefinition, 'source' | 'hosts' | 'settings'>,
  config: Pick<Config, 'caFile' | 'allowedNetworks'>,
): (() => Promise<void>) | null {
  if (command !== undefined) return () => runCommand(command);
  if (address === undefined) return null;
  const url = new URL(address, source);
  // Users of a server may reset the site that they explore, and nothing of this network.
  if (hosts === null && url.host !== new URL(source).host)
    throw new ExploreError(
      'EXPLORE_OPTION_INVALID',
      `states.reset: ${url.href} is not on the site of ${source}`,
    );
  const egress = siteEgress(hosts === null ? null : [...hosts, url.hostname], settings, config);
  const limits = { totalTimeoutMs: LONGEST_RESET_MS };
  const fetcher = new HttpFetcher({ egress, userAgent: userAgentOf(settings), limits });
  return async () => {
    const asked = { url: url.href, method: 'POST', body: '', session: new HttpSession() };
    const { status } = await fetcher.fetch(asked).catch((error: Error) => {
      throw failed(url.href, error.message);
    });
    if (status >= 400) throw failed(url.href, `it answered ${status}`);
  };
}

async function runCommand(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_RESET_MS });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said = `${said}${text}`.slice(-MOST_SAID);
    });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code !== 0)
    throw failed(command, `it ended with ${signal ?? code}${said.trim() === '' ? '' : `: ${said.trim()}`}`);
}

const failed = (what: string, reason: string): ExploreError =>
  new ExploreError('EXPLORE_RESET_FAILED', `the application could not be reset by ${what}: ${reason}`);
