interface CruiserConfig {
  readonly forbidden: readonly { readonly name: string }[];
}

const file = new URL('../../.dependency-cruiser.js', import.meta.url).href;
const { default: config } = (await import(file)) as { readonly default: CruiserConfig };

/** Names of the rules of .dependency-cruiser.js. */
export const importRules: readonly string[] = config.forbidden.map(({ name }) => name);

/** The last folder of the list: it may see all others, so it has no rule, and none of them may see it. */
export const lastFolder = 'main';

/** The other folders of src/, each with a rule `direction-<folder>`, in the order of the list. */
export const earlierFolders: readonly string[] = importRules.flatMap(
  (name) => /^direction-(.+)$/.exec(name)?.[1] ?? [],
);
