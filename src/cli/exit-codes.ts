/** What the exit code of every command means; docs/cli.md lists them. */
export const exitCodes = {
  ok: 0,
  /** Something went wrong that is not the user's doing, or part of the work could not be done. */
  failed: 1,
  /** The command, an option or an input file is not as it should be. */
  usage: 2,
  /** Ctrl-C: what was under way is kept, and the work can be gone on with. */
  interrupted: 130,
} as const;
