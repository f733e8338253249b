/** What a share of a project allows. */
export const accesses = [
  { id: 'read', name: 'see it' },
  { id: 'write', name: 'change and run it' },
  { id: 'own', name: 'also share it' },
] as const;

export type Access = (typeof accesses)[number]['id'];
