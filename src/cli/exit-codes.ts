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
