import type { RequestContext } from '../../http/route.ts';
import type { LoadValues } from '../noun-record.ts';

/** Selects the IDs of objects that exist in the organization and that the caller can see. */
export type FindTargets = (ctx: RequestContext, organization: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

interface RelationshipBase {
  readonly doc: string;
  /** The type of the documents that it links to. */
  readonly to: string;
}
/** A relationship to the parent; the record's scope determines its type. */
export interface ParentRelationship extends RelationshipBase {
  readonly direction: 'parent' | 'organization';
}
/** An ID in the record's body, under the relationship's name in camelCase. */
export interface ToOneRelationship extends RelationshipBase {
  readonly direction: 'toOne';
  readonly required?: true;
  readonly immutable?: true;
  readonly findTargets?: FindTargets;
  /** The error detail if the target does not exist or the caller cannot see it. */
  readonly missing?: string;
}
/** Links of the store, of the kind `{kind}.{relationship}`. */
export interface ToManyRelationship extends RelationshipBase {
  readonly direction: 'toMany';
  /** `POST` adds, `PATCH` replaces, `DELETE` removes at `…/relationships/{name}`. */
  readonly endpoints?: true;
  /** The query parameter of lists that names a target, by its name. */
  readonly filter?: string;
  /** Another name of the parameter, which the vendor's document has and clients do not use. */
  readonly filterAlias?: string;
  /** The attribute that is true of a record which has every target: such records pass the filter, too. */
  readonly filterUnless?: string;
  /** Whether an update in the hosted dialect that does not have it empties it. Otherwise it stays as it is. */
  readonly emptiedUnlessSent?: true;
  readonly findTargets?: FindTargets;
  /** The error detail if a target does not exist or the caller cannot see it. */
  readonly missing?: string;
}
/** The records that link to this one: `path` is where their bodies hold its ID. */
export interface InverseRelationship extends RelationshipBase {
  readonly direction: 'inverse';
  readonly path: string;
  /** Whether they have the scope of this record: then no others are read. */
  readonly sharesScope: boolean;
}
/** The records whose scope is this one's ID. */
export interface ChildrenRelationship extends RelationshipBase {
  readonly direction: 'children';
}
/** The records that have this one in a to-many relationship, whose links are of the kind `links`. */
export interface ReverseRelationship extends RelationshipBase {
  readonly direction: 'reverse';
  readonly links: string;
}
/** Looked up for a page at once: an ID, a list of IDs, or null. */
export interface LoadedRelationship extends RelationshipBase {
  readonly direction: 'loaded';
  readonly many?: true;
  readonly load: LoadValues;
}
export type NounRelationship =
  | ParentRelationship
  | ToOneRelationship
  | ToManyRelationship
  | InverseRelationship
  | ChildrenRelationship
  | ReverseRelationship
  | LoadedRelationship;

type Traits<R extends RelationshipBase, Given extends string> = Omit<R, 'direction' | 'to' | 'doc' | Given>;

/** A relationship to the parent in the path. `to`: its type, if only one kind of parent exists. */
export const toParent = (to: string, doc: string): NounRelationship => ({ direction: 'parent', to, doc });
/** A relationship to the organization, if it is not the parent. */
export const toOrganization = (doc: string): NounRelationship => ({ direction: 'organization', to: 'organizations', doc });
export const toOne = (to: string, doc: string, traits: Traits<ToOneRelationship, never> = {}): NounRelationship => ({
  direction: 'toOne',
  to,
  doc,
  ...traits,
});
export const toMany = (to: string, doc: string, traits: Traits<ToManyRelationship, never> = {}): NounRelationship => ({
  direction: 'toMany',
  to,
  doc,
  ...traits,
});
export const inverse = (to: string, path: string, doc: string, sharesScope = false): NounRelationship => ({
  direction: 'inverse',
  to,
  path,
  doc,
  sharesScope,
});
export const reverse = (to: string, links: string, doc: string): NounRelationship => ({ direction: 'reverse', to, links, doc });
export const children = (to: string, doc: string): NounRelationship => ({ direction: 'children', to, doc });
export const loaded = (to: string, doc: string, load: LoadValues, many?: true): NounRelationship => ({
  direction: 'loaded',
  to,
  doc,
  load,
  ...(many ? { many } : {}),
});

/** Whether its `data` is a list. */
export const isToMany = ({ direction, ...rest }: NounRelationship): boolean =>
  direction === 'toMany' ||
  direction === 'inverse' ||
  direction === 'children' ||
  direction === 'reverse' ||
  (direction === 'loaded' && (rest as LoadedRelationship).many === true);
