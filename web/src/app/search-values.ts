import type { FlagName } from '../shared/ui/flag.tsx';

type Search = Readonly<Record<string, unknown>>;

/** Addresses are typed and pasted by people: what cannot be used is left out. */
export function textIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: string } {
  const value = search[name];
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' && text !== '' ? { [name]: text } : {}) as { [_ in K]?: string };
}

export function numberIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: number } {
  const value = Number(search[name]);
  return (Number.isInteger(value) && value > 0 ? { [name]: value } : {}) as { [_ in K]?: number };
}

/** A whole number that may be 0. */
export function countIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: number } {
  return search[name] === 0 || search[name] === '0'
    ? ({ [name]: 0 } as { [_ in K]?: number })
    : numberIn(search, name);
}

/** Any number that is not negative. */
export function amountIn<K extends string>(search: Search, name: K): { readonly [_ in K]?: number } {
  const value = Number(search[name]);
  return (search[name] !== undefined && Number.isFinite(value) && value >= 0 ? { [name]: value } : {}) as {
    [_ in K]?: number;
  };
}

const flags: readonly string[] = ['NEW', 'SAM', 'UPD', 'MIS', 'ERR'] satisfies readonly FlagName[];

export function flagIn({ flag }: Search): { readonly flag?: FlagName } {
  return typeof flag === 'string' && flags.includes(flag) ? { flag: flag as FlagName } : {};
}
