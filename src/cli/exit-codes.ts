import { TidemarkError } from '../base/index.ts';
import { inert, inertJson, writeToStandardError } from './output.ts';

/** The exit codes of all commands; docs/cli.md lists them. */
export const exitCodes = {
  ok: 0,
  /** Something failed that the user did not cause, or part of the work could not be done. */
  failed: 1,
  /** The command, an option, a setting or an input file is wrong. */
  usage: 2,
  /** With --exit-code: the site has changed. With `migrate --check`: the data is older than the program. */
  changed: 3,
  /** Ctrl-C: finished work is kept, and the same command continues it. */
  interrupted: 130,
} as const;

/** Errors that the user can correct in the command. A site that does not answer is not one of them. */
const USAGE =
  /^(?:CLI|CONFIG|URL|PROJECT)_|^APP_(?!SITE_UNREADABLE$)|^CRAWL_NO_START$|^CALIBRATE_(?!RECORDED_MEANWHILE$)|^STORE_(?:QUERY_INVALID|FOLDER_INVALID|NOT_EMPTY|BODIES_NEED_POSTGRES)$|^FETCH_SCHEME_UNKNOWN$|^CLUSTER_(?:NEEDS_POSTGRES|NODE_UNKNOWN)$|^(?:FINGERPRINT_OPTION|DETECT_DEFINITION|NOTIFY_ADDRESS)_INVALID$/;

/** Prints what went wrong on standard error, for people or as JSON. Returns the exit code. */
export function reportFailure(error: unknown, json: boolean): number {
  if (!(error instanceof TidemarkError)) {
    // Unexpected, so it is a bug: the report needs the stack.
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    writeToStandardError(`tidemark: this is a bug in Tidemark; please report it.\n${inert(text)}\n`);
    return exitCodes.failed;
  }
  const { code, message } = error;
  writeToStandardError(
    json
      ? `${inertJson(JSON.stringify({ error: { code, message } }))}\n`
      : `tidemark: ${inert(message)} [${code}]\n`,
  );
  return USAGE.test(code) ? exitCodes.usage : exitCodes.failed;
}
