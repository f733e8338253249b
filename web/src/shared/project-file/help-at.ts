/** The part of a JSON Schema that explains fields. */
export interface SchemaPart {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
  readonly allOf?: readonly SchemaPart[];
  readonly oneOf?: readonly SchemaPart[];
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
}

interface FieldHelp {
  /** `limits.pages` */
  readonly path: string;
  readonly text: string;
}

/** What the schema says about the key on a line of a YAML file; null where it says nothing. Lines count from 0. */
export function helpAt(schema: SchemaPart, text: string, line: number): FieldHelp | null {
  const path = pathAt(text.split('\n'), line);
  const words = wordsOf(schema, path);
  return words === null ? null : { path: path.join('.'), text: words };
}

/** What the schema says about a key, by the keys that lead to it; null where it says nothing. */
export function wordsOf(schema: SchemaPart, path: readonly string[]): string | null {
  if (path.length === 0) return null;
  let parts: readonly SchemaPart[] = [schema];
  for (const key of path) parts = parts.flatMap((part) => propertiesOf(schema, part, key));
  return parts.find(({ description }) => description !== undefined)?.description ?? null;
}

/** The keys that lead to a line, from the outside in, by how far the lines are indented. */
function pathAt(lines: readonly string[], at: number): readonly string[] {
  const path: string[] = [];
  let indent = Number.POSITIVE_INFINITY;
  for (let line = at; line >= 0; line--) {
    const [, space = '', key] = /^((?:\s|- )*)#?\s?"?([\w-]+)"?\s*:/.exec(lines[line] ?? '') ?? [];
    if (key === undefined || space.length >= indent) continue;
    path.unshift(key);
    indent = space.length;
  }
  return path;
}

function propertiesOf(root: SchemaPart, part: SchemaPart, key: string): readonly SchemaPart[] {
  return variantsOf(root, part, 0).flatMap((variant) => {
    const found = variant.properties?.[key];
    return found === undefined ? [] : variantsOf(root, found, 0);
  });
}

const DEEPEST = 6;

/** A part and its alternatives. */
function variantsOf(root: SchemaPart, part: SchemaPart, depth: number): readonly SchemaPart[] {
  if (depth > DEEPEST) return [];
  const referred = part.$ref === undefined ? [] : [resolved(root, part.$ref)];
  const inner = [
    ...referred,
    ...(part.anyOf ?? []),
    ...(part.allOf ?? []),
    ...(part.oneOf ?? []),
    ...(part.items === undefined ? [] : [part.items]),
  ];
  return [part, ...inner.flatMap((each) => variantsOf(root, each, depth + 1))];
}

function resolved(root: SchemaPart, reference: string): SchemaPart {
  const keys = reference.replace(/^#\/?/, '').split('/');
  return keys.reduce<SchemaPart>((part, key) => (part as Record<string, SchemaPart>)[key] ?? {}, root);
}
