/** What users may do at most; docs/users.md. */
export const roles = [
  { id: 'reader', name: 'reader: sees what is shared' },
  { id: 'editor', name: 'editor: also own projects' },
  { id: 'administrator', name: 'administrator: everything' },
] as const;

export type Role = (typeof roles)[number]['id'];
