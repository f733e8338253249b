// By themselves: endpoints name them too, and a browser has no database.

/** What a user may do at most, from the least: read, change, administer. */
export type UserRole = 'reader' | 'editor' | 'administrator';

/** What a user may do with a project: see it, change it and run it, or also share and delete it. */
export type ProjectAccess = 'read' | 'write' | 'own';
