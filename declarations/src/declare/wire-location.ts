/** The location of an attribute in a document; see `at` in the traits. A string is a dotted path below the dialect's root, verbatim. */
export type WireLocation =
  | string
  | ToOneLocation
  | ToManyLocation
  | QueryLocation
  | OwnRequestLocation
  | DocumentMemberLocation
  | IdOrSlugLocation
  | WholeDocumentLocation;

/** A to-one relationship. Two attributes may name one relationship: `type` decides which of them is read; `*`: any. */
export interface ToOneLocation {
  readonly place: 'toOne';
  readonly relationship: string;
  readonly type: string;
}

/** The format of one element of a to-many relationship. */
export interface LinkageCodec {
  readonly type: string;
  encode(value: unknown): object;
  decode(item: Linkage): unknown;
}
export interface Linkage {
  readonly type: string;
  readonly id?: string;
  readonly attributes?: { readonly [name: string]: unknown };
}

/** A to-many relationship; a set of ids, a set of names, or a map of pairs. */
export interface ToManyLocation {
  readonly place: 'toMany';
  readonly relationship: string;
  readonly item: LinkageCodec;
  readonly as: 'set' | 'map';
  /** The attribute that answers give it in, where that is not the relationship. */
  readonly read?: string;
}

/**
 * A query parameter of a list: `search[name]`. `comma` joins a set, `each` repeats the name for every element; `tagged` writes a map as
 * `[i][key]` and `[i][value]`.
 */
export interface QueryLocation {
  readonly place: 'query';
  readonly name: string;
  readonly as?: 'comma' | 'each' | 'tagged';
}

/** One of two dotted paths: the first for a UUID, the second for other values (`owner.id`, `owner.slug`). */
export interface IdOrSlugLocation {
  readonly place: 'byForm';
  readonly uuid: string;
  readonly slug: string;
}

/** Read only: the document is the value; `flat`: it is a map of lists, and the value is what they hold. */
export interface WholeDocumentLocation {
  readonly place: 'whole';
  readonly flat?: true;
}

/** An attribute in the body of a separate request (`set X`): the SSH key's `data.attributes.id`. Read from `read`. */
export interface OwnRequestLocation {
  readonly place: 'own';
  readonly name: string;
  readonly read: ToOneLocation;
}

/** Read only: a link of the document by name, or a member of the document itself (`type`). */
export type DocumentMemberLocation =
  | { readonly place: 'link'; readonly name: string }
  | { readonly place: 'document'; readonly name: string };

export const toOneRelationship = (relationship: string, type: string): ToOneLocation => ({ place: 'toOne', relationship, type });
export const toManyRelationship = (
  relationship: string,
  item: LinkageCodec,
  more: { as?: 'set' | 'map'; read?: string } = {},
): ToManyLocation => ({ place: 'toMany', relationship, item, as: 'set', ...more });
export const query = (name: string, as?: QueryLocation['as']): QueryLocation => ({ place: 'query', name, ...(as ? { as } : {}) });
export const ownRequest = (name: string, read: ToOneLocation): OwnRequestLocation => ({ place: 'own', name, read });

export const idOrSlug = (uuid: string, other: string): IdOrSlugLocation => ({ place: 'byForm', uuid, slug: other });
export const wholeDocument: WholeDocumentLocation = { place: 'whole' };
export const flattenedLists: WholeDocumentLocation = { place: 'whole', flat: true };

/** Elements of the form `{type, id}`, by their IDs. */
export const identifierLinkage = (type: string): LinkageCodec => ({ type, encode: (id) => ({ type, id }), decode: (item) => item.id });

/** Elements of the form `{type, attributes: {name}}`, by their names. */
export const nameLinkage = (type: string): LinkageCodec => ({
  type,
  encode: (name) => ({ type, attributes: { name } }),
  decode: (item) => item.attributes?.['name'],
});

/** `{type, attributes: {key, value}}`, one entry of a map. */
export const keyValueLinkage = (type: string): LinkageCodec => ({
  type,
  encode: (entry) => {
    const [key, value] = entry as [string, unknown];
    return { type, attributes: { key, value } };
  },
  decode: (item) => [item.attributes?.['key'], item.attributes?.['value'] ?? ''],
});
