/** A condition as a user writes it: the key of a kind and its value. */
export type ConditionEntry = Readonly<Record<string, unknown>>;

/** A detector as a user writes it. All but the first keys are those of kinds. */
export interface DetectorDefinition {
  readonly name?: string | undefined;
  readonly comment?: string | undefined;
  /** Pages it looks at: patterns of addresses. Default: all. */
  readonly match?: readonly (string | { readonly glob: string })[] | undefined;
  /** CSS selector of the part of the page that it looks at. Default: all of it. */
  readonly region?: string | undefined;
  /** Of its words, and of the texts that it looks at. Default: as each text says. */
  readonly language?: string | undefined;
  /** Text that is new, or text that is gone. Default: added. */
  readonly in?: 'added' | 'removed' | undefined;
  readonly [kind: string]: unknown;
}

/** The keys of a detector that are not kinds. */
export const scopeKeys = ['name', 'comment', 'match', 'region', 'language', 'in'] as const;
