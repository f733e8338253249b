import { observedValue } from './observed-value.ts';

/** Whether the server knows who is asking; null before the first answer. */
export const loggedIn = observedValue<boolean | null>(null);
