/** A part of a file: what JSON can express. */
export type Written = string | number | boolean | readonly Written[] | { readonly [key: string]: Written };
