import type { AttributeMeta, ConstructMeta } from '@slipway/declarations/derive';

/** As the generator spells an attribute in a name: `setting_overwrites` becomes `SettingOverwrites`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[_-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
export const camelCase = (name: string): string => {
  const word = pascalCase(name);
  return word.charAt(0).toLowerCase() + word.slice(1);
};

type AttributeTable = ConstructMeta['attributes'];

const nestedStructs = (name: string, members: AttributeTable): readonly (readonly [string, AttributeTable])[] =>
  Object.entries(members).flatMap(([attribute, meta]: [string, AttributeMeta]) => {
    if (!meta.members) return [];
    const plain = `${name}${pascalCase(attribute)}`;
    // A name that ends in "list" is set apart from the classes that hold lists.
    const struct = /list$/i.test(plain) ? `${plain}Struct` : plain;
    return [[struct, meta.members] as const, ...nestedStructs(plain, meta.members)];
  });

/**
 * The attributes that each generated interface or class shows, by its name: `Workspace`, `WorkspaceConfig`, `WorkspaceVcsRepo`,
 * `WorkspaceVcsRepoOutputReference`.
 */
export const structsOf = (className: string, meta: ConstructMeta): ReadonlyMap<string, AttributeTable> =>
  new Map([
    [className, meta.attributes],
    [`${className}Config`, meta.attributes],
    ...nestedStructs(className, meta.attributes).flatMap(
      ([name, members]) =>
        [
          [name, members],
          [`${name}OutputReference`, members],
        ] as const,
    ),
  ]);
