const KEY = 'tidemark-token';

/** The token that was typed at the log-in. It is forgotten when the tab is closed. */
export const tokenOfThisTab = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (token: string): void => sessionStorage.setItem(KEY, token),
  forget: (): void => sessionStorage.removeItem(KEY),
};
