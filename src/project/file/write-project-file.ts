import { Document, type Node, visit } from 'yaml';
import type { ProjectDefinition } from './project-schema.ts';
import { type Written, writtenProject } from './written-project.ts';

/** Long patterns and addresses are not folded. */
export const yamlStyle = { lineWidth: 0 } as const;

/** The project as YAML, every time the same for the same project. Reading it gives an equal one. */
export function writeProjectFile(project: ProjectDefinition): string {
  const document = new Document(null, { version: '1.2' });
  document.contents = styled(document, writtenProject(project)) as typeof document.contents;
  return document.toString(yamlStyle);
}

/** A value as part of a document: small things on one line, as people write them. */
export function styled(document: Document, value: Written): Node {
  // Two equal secrets are two: the library would write the second as an alias of the first.
  const node = document.createNode(value, { aliasDuplicateObjects: false }) as Node;
  visit(node, {
    Collection: (key, inner, ancestors) => {
      const isSection = ancestors.length <= TOP_LEVEL;
      if (key === 'value' && !isSection && JSON.stringify(inner).length <= ONE_LINE) inner.flow = true;
      if (inner.items.length === 0) inner.flow = true;
    },
  });
  return node;
}

/** The map of the whole, and the pair in it. */
const TOP_LEVEL = 2;
const ONE_LINE = 72;
