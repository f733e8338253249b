/** zod's types can be changed, and have undefined where nothing is there; a project, once read, does not. */
export type Unchangeable<T> = T extends readonly (infer Item)[]
  ? readonly Unchangeable<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchangeable<Exclude<T[K], undefined>> }
    : T;
