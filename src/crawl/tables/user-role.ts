// In a file of its own: endpoints use these types too, and a browser has no database.

/** The most that a user may do, from least to most: read, change, administer. */
export type UserRole = 'reader' | 'editor' | 'administrator';

/** What a user may do with a project: see it, change it and run it, or also share and delete it. */
export type ProjectAccess = 'read' | 'write' | 'own';
