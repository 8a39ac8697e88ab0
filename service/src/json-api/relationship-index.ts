import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { findDocumentMembers, type OperationDescription } from '../http/operation-description.ts';

/** The target types of each relationship of each type, from the descriptions of operations. Types without a description are missing. */
export type RelationshipIndex = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

const listTypes = (schema: JsonSchema | undefined): readonly string[] =>
  typeof schema?.['const'] === 'string' ? [schema['const']] : ((schema?.['enum'] as readonly string[] | undefined) ?? []);

/** The target types in the schema of a relationship: `data` is a list of identifiers, or one identifier or null. */
const listTargets = (relationship: any): readonly string[] => {
  const data = relationship.properties?.data;
  return listTypes((data?.items ?? data?.oneOf?.[1])?.properties?.type);
};

/** The types of the documents that an operation responds with. */
export const listDocumentTypes = (description: OperationDescription): readonly string[] =>
  listTypes(findDocumentMembers(description)?.members?.['type']);

export const indexRelationships = (descriptions: readonly OperationDescription[]): RelationshipIndex => {
  const index = new Map<string, Map<string, Set<string>>>();
  for (const description of descriptions) {
    const described = findDocumentMembers(description)?.members?.['relationships']?.['properties'] ?? {};
    for (const type of listDocumentTypes(description)) {
      const relationships = index.get(type) ?? new Map<string, Set<string>>();
      index.set(type, relationships);
      for (const [name, relationship] of Object.entries(described)) {
        const targets = relationships.get(name) ?? new Set();
        relationships.set(name, targets);
        for (const target of listTargets(relationship)) targets.add(target);
      }
    }
  }
  return index;
};
