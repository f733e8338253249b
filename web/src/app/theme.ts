import { observedValue } from '../shared/api/observed-value.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'tidemark-theme';

const isTheme = (text: string | null): text is Theme =>
  text === 'light' || text === 'dark' || text === 'system';

const stored = localStorage.getItem(KEY);
export const theme = observedValue<Theme>(isTheme(stored) ? stored : 'system');

export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.get();
}

export function chooseTheme(next: Theme): void {
  localStorage.setItem(KEY, next);
  theme.set(next);
  applyTheme();
}
