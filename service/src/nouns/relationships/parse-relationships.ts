import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { type DocumentEntry, type JsonObject, parseToMany, parseToOne } from '../../json-api/parse-document.ts';
import type { Noun } from '../declaration.ts';
import { type NounBody, toStoredName } from '../noun-record.ts';
import type { NounScope } from '../parents/noun-parent.ts';
import { requireTargets } from './find-targets.ts';
import type { ToManyRelationship, ToOneRelationship } from './relationship.ts';

export interface ParsedRelationships {
  /** The to-one relationships in the body, by their stored names. */
  readonly members: { readonly [name: string]: string | null };
  /** The to-many relationships that were sent: all IDs of each. */
  readonly links: ReadonlyMap<string, readonly string[]>;
}

const requireId = ({ id, pointer }: DocumentEntry): { readonly id: string; readonly pointer: string } => {
  if (id === undefined) throw unprocessable('expected an id', `${pointer}/id`);
  return { id, pointer: `${pointer}/id` };
};

const parseOne = async (
  ctx: RequestContext,
  sent: JsonObject,
  name: string,
  relationship: ToOneRelationship,
  organization: string,
  stored: NounBody | undefined,
): Promise<string | null | undefined> => {
  const pointer = `/data/relationships/${name}`;
  const target = parseToOne(ctx, sent, name, relationship.to);
  const before = stored?.[toStoredName(name)] as string | null | undefined;
  if (target === undefined || target === null) {
    if (relationship.required && (target === null || stored === undefined))
      throw unprocessable(`expected {"data": {"type": "${relationship.to}", "id"}}`, pointer);
    return target;
  }
  if (relationship.immutable && stored !== undefined && before !== target.id)
    throw unprocessable('cannot be changed after the create', `${pointer}/data/id`);
  if (target.id !== before) await requireTargets(ctx, relationship, organization, [{ id: target.id, pointer: `${pointer}/data/id` }]);
  return target.id;
};

/** A parent may be named as the path names it, as clients send back what they read. */
const requireSameParent = (
  ctx: RequestContext,
  noun: Noun,
  sent: JsonObject,
  name: string,
  owner: string,
  direction: 'parent' | 'organization',
): void => {
  const types = direction === 'organization' ? ['organizations'] : noun.parents.map(({ type }) => type);
  const target = parseToOne(ctx, sent, name, ...types);
  if (target !== undefined && target?.id !== owner)
    throw unprocessable('this is not what the path names; it cannot be another', `/data/relationships/${name}/data/id`);
};

/** The entries of a list of identifiers. Throws 422 unless all exist and the caller can see them. */
export const requireEntries = async (
  ctx: RequestContext,
  relationship: ToManyRelationship,
  organization: string,
  entries: readonly DocumentEntry[],
): Promise<readonly string[]> => {
  const targets = entries.map(requireId);
  await requireTargets(ctx, relationship, organization, targets);
  return [...new Set(targets.map(({ id }) => id))];
};

/** The relationships of a create (`stored` undefined) or an update. Throws 422. */
export const parseRelationships = async (
  noun: Noun,
  ctx: RequestContext,
  sent: JsonObject,
  { scope, organization }: NounScope,
  stored?: NounBody,
): Promise<ParsedRelationships> => {
  const members: Record<string, string | null> = {};
  const links = new Map<string, readonly string[]>();
  for (const [name, relationship] of Object.entries(noun.relationships ?? {})) {
    if (relationship.direction === 'toOne') {
      const id = await parseOne(ctx, sent, name, relationship, organization, stored);
      if (id !== undefined) members[toStoredName(name)] = id;
    } else if (relationship.direction === 'toMany') {
      const entries = parseToMany(ctx, sent, name, relationship.to);
      if (entries) links.set(name, await requireEntries(ctx, relationship, organization, entries));
      else if (relationship.emptiedUnlessSent && stored && ctx.dialect === 'hosted') links.set(name, []);
    } else if (relationship.direction === 'parent') requireSameParent(ctx, noun, sent, name, scope, 'parent');
    else if (relationship.direction === 'organization') requireSameParent(ctx, noun, sent, name, organization, 'organization');
  }
  return { members, links };
};
