/** An environment variable that holds a secret, and that a user's project names. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

/** The folders in which the system looks for programs. */
export function searchPath(): string {
  return process.env['PATH'] ?? '';
}

/** Whether the data is in the data folder. Says so before the settings are read, which takes longer than to start a thread. */
export const usesDataFolder = (): boolean => (process.env['DATABASE_URL'] ?? '') === '';
