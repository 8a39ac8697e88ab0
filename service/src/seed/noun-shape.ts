import { type Attributes, type AttributeKind, id, listOf, object, optional, required, string } from '@slipway/declarations/declare';
import type { Noun, NounAttribute } from '../nouns/declaration.ts';
import { nouns } from '../workspaces/nouns.ts';
import { listExtraMembers } from './noun-extras.ts';

/** `organization-scoped` → `organization_scoped`: the member of an entry. */
export const toSeedName = (name: string): string => name.replaceAll('-', '_');

/** The member of an entry that lists records of the noun: `relationships/cidr-ranges` → `cidr_ranges`. */
export const toCollectionName = ({ collection }: Noun): string => toSeedName(collection.slice(collection.lastIndexOf('/') + 1));

/** Whether a record stores the value: it does not follow from something else. */
export const isStored = ({ mode, value, load, seeded }: NounAttribute): boolean =>
  mode !== 'computed' || seeded === true || (value === undefined && load === undefined);

/** Nouns whose records belong to what is at this path: `/workspaces/{workspace_id}`. */
export const listNounsUnder = (path: string): readonly Noun[] =>
  nouns.filter((noun) => noun.parents.some((parent) => parent.path === path));

const describeAttributes = (noun: Noun): Attributes =>
  Object.fromEntries(
    Object.entries(noun.attributes).flatMap(([name, attribute]) => {
      if (!isStored(attribute)) return [];
      const { mode, kind, doc, secret } = attribute;
      return [[toSeedName(name), (mode === 'required' ? required : optional)(kind, doc, secret ? { sensitive: true } : {})]];
    }),
  );

const names: AttributeKind<readonly string[]> = listOf(string);
const describeRelationships = (noun: Noun): Attributes =>
  Object.fromEntries(
    Object.entries(noun.relationships ?? {}).flatMap(([name, relationship]): readonly (readonly [string, Attributes[string]])[] => {
      const doc = `${relationship.doc} By name or ID.`;
      if (relationship.direction === 'toMany') return [[toSeedName(name), optional(names, doc)]];
      if (relationship.direction !== 'toOne') return [];
      return [[toSeedName(name), (relationship.required ? required : optional)(string, doc)]];
    }),
  );

/** The members of an entry: what a record of the noun stores, and the records that belong to it. */
const describeEntry = (noun: Noun): Attributes => ({
  id: optional(id(noun.idPrefix), 'ID. Default: random.'),
  ...describeAttributes(noun),
  ...describeRelationships(noun),
  ...listExtraMembers(noun),
  ...describeChildren(noun.itemPath),
});

const describeChildren = (path: string): Attributes =>
  Object.fromEntries(listNounsUnder(path).map((noun) => [toCollectionName(noun), optional(listOf(object(describeEntry(noun))), noun.doc)]));

/** The type of these members is not known here: `seed-nouns.ts` reads them by the declarations. */
export const nounMembers = (noun: Noun): {} => describeEntry(noun);
/** Lists of entries of the nouns whose records belong to what is at this path. */
export const childMembers = (path: string): {} => describeChildren(path);
