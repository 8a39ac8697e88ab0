import type { Attributes } from '../declare/index.ts';
import type { IdentitySchema } from '../protocol/provider-server.ts';

/** What names one object: its key, and what stands in the path of its requests. */
export const identityNames = (of: { readonly key: readonly string[]; readonly attributes: Attributes }): readonly string[] => {
  const addresses = Object.keys(of.attributes).filter((name) => of.attributes[name]?.pathParameter);
  return [...addresses.filter((name) => !of.key.includes(name)), ...of.key];
};

/** The identity of a resource's objects. What the configuration may leave out, an import may too. */
export const identitySchema = (of: { readonly key: readonly string[]; readonly attributes: Attributes }): IdentitySchema => ({
  version: identityNames(of).some((name) => of.attributes[name]?.renamedFrom) ? 1 : 0,
  attributes: Object.fromEntries(
    identityNames(of).flatMap((name) => {
      const attribute = of.attributes[name];
      return attribute
        ? [[name, { type: attribute.kind.type, description: attribute.doc, requiredForImport: attribute.mode !== 'optional' }]]
        : [];
    }),
  ),
});
