import { TidemarkError } from '../base/index.ts';
import { exitCodes } from './exit-codes.ts';

const USAGE = /^(?:CLI|CONFIG|URL|APP|PROJECT)_|^CRAWL_NO_START$/;

/** Says on standard error what went wrong, for people or as JSON, and returns the exit code. */
export function reportFailure(error: unknown, json: boolean): number {
  if (!(error instanceof TidemarkError)) {
    // Not foreseen: the stack is what a bug report needs.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`tidemark: this should not have happened; please report it.\n${text}\n`);
    return exitCodes.failed;
  }
  const { code, message } = error;
  process.stderr.write(
    json ? `${JSON.stringify({ error: { code, message } })}\n` : `tidemark: ${message} [${code}]\n`,
  );
  return USAGE.test(code) ? exitCodes.usage : exitCodes.failed;
}
