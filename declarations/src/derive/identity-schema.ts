import { type Attributes, type Endpoints, pathParametersOf } from '../declare/index.ts';
import type { IdentitySchema } from '../block-schema.ts';

interface IdentifiedResource {
  readonly key: readonly string[];
  readonly attributes: Attributes;
  readonly endpoints?: Endpoints;
}

/**
 * The attributes that an import needs: the key, path parameters of requests, parameters of the list if an object is read from one, and what
 * no response contains (identities cannot have sets).
 */
export const identityNames = (of: IdentifiedResource): readonly string[] => {
  const { read, list = '' } = of.endpoints ?? {};
  const listParameters = read === undefined ? pathParametersOf(list) : [];
  const addresses = Object.entries(of.attributes)
    .filter(
      ([name, { pathParameter, unanswered, kind }]) =>
        pathParameter || listParameters.includes(name) || (unanswered && typeof kind.type === 'string'),
    )
    .map(([name]) => name);
  return [...addresses.filter((name) => !of.key.includes(name)), ...of.key];
};

/**
 * The identity of a resource's objects. What is optional in the configuration is optional in an import. The minimum version is 1: an engine
 * that moves an object from another provider keeps the former identity, usually of version 0, and requests an upgrade if versions differ.
 */
export const identitySchema = (of: IdentifiedResource): IdentitySchema => ({
  version: identityNames(of).some((name) => of.attributes[name]?.renamedFrom) ? 2 : 1,
  attributes: Object.fromEntries(
    identityNames(of).flatMap((name) => {
      const attribute = of.attributes[name];
      return attribute
        ? [[name, { type: attribute.kind.type, description: attribute.doc, requiredForImport: attribute.mode !== 'optional' }]]
        : [];
    }),
  ),
});
