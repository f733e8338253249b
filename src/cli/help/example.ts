/** A command line, and what it does. */
export type Example = readonly [line: string, what: string];
