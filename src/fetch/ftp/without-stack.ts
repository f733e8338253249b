/**
 * basic-ftp writes down the call stack with every command, for a message that we do not show. With two commands for each small
 * file that was an eighth of the processor time of a visit.
 */
export function withoutStack<T>(begin: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return begin();
  } finally {
    Error.stackTraceLimit = before;
  }
}
