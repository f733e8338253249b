import { DetectError } from './errors.ts';
import { combineAll } from './kinds/combined.ts';
import { type AnyKind, detectorKinds } from './kinds/kinds.ts';
import {
  type ConditionEntry,
  type DetectorCondition,
  type DetectorDefinition,
  type KindContext,
  scopeKeys,
} from './model/detector-kind.ts';
import { isStemLanguage, type Stemmers } from './stem/stemmers.ts';

/** Where a detector looks, and in which text. */
interface DetectorScope {
  /** Null: all pages. */
  readonly isInScope: ((url: string) => boolean) | null;
  readonly region: string | null;
  readonly language: string | null;
  readonly in: 'added' | 'removed';
}

/** A detector that is ready to run. */
export interface Detector {
  readonly name: string;
  /** Changes with the definition: results of an earlier definition say nothing about this one. */
  readonly identity: string;
  readonly scope: DetectorScope;
  readonly condition: DetectorCondition;
}

interface CompileOptions {
  readonly stemmers: Stemmers;
  /** Compiles the patterns of `match`. The project has the rules for addresses. */
  readonly addresses: (patterns: NonNullable<DetectorDefinition['match']>) => (url: string) => boolean;
  /** Further kinds, for programs that bring their own. */
  readonly kinds?: readonly AnyKind[];
}

/** Throws DETECT_DEFINITION_INVALID with the name of the detector that cannot be used. */
export function compileDetector(definition: DetectorDefinition, options: CompileOptions): Detector {
  const { match, region = null, language = null, in: where = 'added' } = definition;
  const { name, comment: _, ...meant } = definition;
  try {
    const condition = compileEntry(definition, contextOf(language, options), kindsOf(options));
    return {
      name: name ?? condition.inWords,
      identity: `${name ?? ''}\n${JSON.stringify(meant)}`,
      scope: {
        isInScope: match === undefined ? null : options.addresses(match),
        region,
        language,
        in: where,
      },
      condition,
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const which = name === undefined ? 'A detector' : `The detector "${name}"`;
    throw new DetectError('DETECT_DEFINITION_INVALID', `${which} cannot be used: ${error.message}.`, error);
  }
}

const kindsOf = ({ kinds = [] }: CompileOptions): readonly AnyKind[] =>
  kinds.length === 0 ? detectorKinds : [...detectorKinds, ...kinds];

function contextOf(language: string | null, options: CompileOptions): KindContext {
  const context: KindContext = {
    language: language !== null && isStemLanguage(language) ? language : null,
    stemmers: options.stemmers,
    compile: (entry) => compileEntry(entry, context, kindsOf(options)),
  };
  return context;
}

/** Several keys of kinds in one entry must all hold. */
function compileEntry(
  entry: ConditionEntry,
  context: KindContext,
  kinds: readonly AnyKind[],
): DetectorCondition {
  const keys = Object.keys(entry).filter(
    (key) => entry[key] !== undefined && !(scopeKeys as readonly string[]).includes(key),
  );
  const parts = keys.map((key) => {
    const kind = kinds.find((one) => one.key === key);
    if (kind === undefined) throw new SyntaxError(`"${key}" is no kind of detector`);
    return kind.compile(entry[key] as never, context);
  });
  if (parts.length === 0) throw new SyntaxError('it does not say what to look for');
  return combineAll(parts);
}
