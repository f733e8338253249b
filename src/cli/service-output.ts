import type { Config } from '../config/index.ts';
import { inertJson, type Output, writeToStandardError } from './output.ts';

/** Events that need attention. */
const troubles: ReadonlySet<unknown> = new Set(['trouble', 'failed', 'lost']);

/**
 * The output of a long-running program: `output` itself, or a log with one JSON object per line on standard error, as the server writes it.
 * `--json`, `--quiet` and `TIDEMARK_LOG_FORMAT` decide; without them, `isUsual` does.
 */
export async function serviceOutput(
  output: Output,
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  isUsual = false,
): Promise<Output> {
  const isLog = config.logFormat === 'json' || (config.logFormat === '' && isUsual);
  if (!isLog || output.json || output.quiet) return output;

  const { ServiceLog } = await import('./log-lines.ts');
  const log = new ServiceLog({ write: (line) => writeToStandardError(inertJson(line)) }, config);
  process.once('exit', () => log.close());
  return {
    ...output,
    json: true,
    note: (text) => log.log('info', text),
    object: async (value) => {
      const { event, message, ...fields } = value as { readonly event?: string; readonly message?: string };
      const level = troubles.has(event) ? 'error' : 'info';
      log.log(level, message ?? event ?? 'result', { ...(event !== undefined && { event }), ...fields });
    },
  };
}
