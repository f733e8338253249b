/** What a GraphQL document asks for. */
export interface GraphqlOperation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly name: string;
}

const token =
  /(?<skipped>#[^\n\r]*|[\s,\uFEFF]+)|(?<text>"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n\r])*")|(?<sign>\.\.\.|[!$&():=@[\]{|}])|(?<name>[A-Za-z_]\w*)|(?<number>-?\d[\d.eE+-]*)/y;

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/**
 * The operations of a GraphQL document, which are what stands outside of all braces; empty for what is no GraphQL. What is asked for has names: JSON in
 * braces has texts there, and is no document.
 */
export function graphqlOperations(document: string): readonly GraphqlOperation[] {
  const operations: GraphqlOperation[] = [];
  const open: string[] = [];
  let words: string[] = [];
  let before = '';
  for (let at = 0; at < document.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(document)?.groups;
    if (found === undefined) return [];
    const { skipped, text, sign, name, number } = found;
    if (skipped !== undefined) continue;
    const isSelecting = !open.includes('(') && open.at(-1) === '{';
    if (isSelecting && (text ?? number) !== undefined) return [];
    if (isSelecting && before === '{' && name === undefined && sign !== '...') return [];
    if (sign === '{' && open.length === 0) {
      const operation = operationOf(words);
      if (operation === null) return [];
      if (operation !== 'fragment') operations.push(operation);
      words = [];
    } else if (open.length === 0 && name !== undefined) words.push(name);
    if (sign !== undefined && sign in closing) open.push(sign);
    else if (sign !== undefined && /^[})\]]$/.test(sign) && closing[open.pop() ?? ''] !== sign) return [];
    before = sign ?? '';
  }
  return open.length === 0 && words.length === 0 ? operations : [];
}

function operationOf([kind = 'query', name = '']: readonly string[]): GraphqlOperation | 'fragment' | null {
  if (kind === 'fragment') return kind;
  return kind === 'query' || kind === 'mutation' || kind === 'subscription' ? { kind, name } : null;
}
