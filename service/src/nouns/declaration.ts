import type { AttributeKind, Constraint } from '@slipway/declarations/declare';
import type { QueryParameter } from '../http/operation-description.ts';
import type { PreparationContext, RequestContext, RouteOptions, RouteResponse } from '../http/route.ts';
import type { RecordFilter, RecordOrder } from '../store/record-filter.ts';
import type { Transaction } from '../store/store.ts';
import type { LoadValues, NounBody, NounDraft, NounRecord } from './noun-record.ts';
import type { NounParent } from './parents/noun-parent.ts';
import type { NounRelationship } from './relationships/relationship.ts';

/** The properties of an attribute besides its kind. */
export interface NounAttributeTraits {
  /** The value where a request has none, or null. Absent: null. */
  readonly default?: unknown;
  /** An update with another value is 422. */
  readonly immutable?: true;
  /** Sealed in the store (`store/sealing/secret-members.ts`) and omitted from responses, unless `value` returns a substitute. */
  readonly secret?: true;
  /** Two records of one parent cannot have the same value. */
  readonly unique?: true;
  /** The query parameter of lists that takes a part of the value; of the attribute `name` only. */
  readonly search?: string;
  /** Lists can be sorted by it. */
  readonly sort?: true;
  /** The query parameter of lists that takes the whole value. */
  readonly filter?: string;
  /** The attribute is stored and returned, but has no effect in this service. */
  readonly effect?: 'none';
  /** Computed: stored by the create. */
  readonly initial?: (ctx: RequestContext) => unknown;
  /** Computed: stored by every write. */
  readonly onWrite?: (ctx: RequestContext) => unknown;
  /** For a computed attribute: derives its value from the record. */
  readonly value?: (record: NounRecord, ctx: RequestContext) => unknown;
  /** With `value`: computed from a stored member of the same name, which a seed may set. */
  readonly seeded?: true;
  /** Computed: looked up for a whole page. */
  readonly load?: LoadValues;
}
export interface NounAttribute extends NounAttributeTraits {
  readonly mode: 'required' | 'optional' | 'computed';
  readonly kind: AttributeKind;
  readonly doc: string;
}

type DeclareAttribute = (kind: AttributeKind<any>, doc: string, traits?: NounAttributeTraits) => NounAttribute;
const attributeOf =
  (mode: NounAttribute['mode']): DeclareAttribute =>
  (kind, doc, traits = {}) => ({ mode, kind, doc, ...traits });
/** Sent with every create. */
export const required = attributeOf('required');
export const optional = attributeOf('optional');
/** Never in a request. */
export const computed = attributeOf('computed');

export type NounOperation = 'list' | 'create' | 'read' | 'update' | 'delete';

/** A further route of a record. Its `prepare` gets the record, and `ctx.prepared` is then a PreparedWrite. */
interface NounActionBase {
  /** `POST /agent-pools/{agent_pool_id}/actions/verify` */
  readonly endpoint: string;
  readonly access: 'read' | 'write';
  readonly prepare?: (ctx: PreparationContext, record: NounRecord) => Promise<unknown>;
}
/** Responds with the document of the record that `perform` returns. */
export interface RecordAction extends NounActionBase {
  /** One sentence. */
  readonly doc: string;
  readonly perform: (ctx: RequestContext<Transaction>, record: NounRecord, noun: Noun) => Promise<NounRecord>;
  readonly options?: Omit<RouteOptions, 'prepare' | 'description'>;
}
/** Responds with something other than the record's document. */
export interface ResponseAction extends NounActionBase {
  readonly handle: (ctx: RequestContext<Transaction>, record: NounRecord) => Promise<RouteResponse>;
  readonly options?: Omit<RouteOptions, 'prepare'>;
}
export type NounAction = RecordAction | ResponseAction;

/** A further list of records, with pages, besides those below the parents. */
export interface NounList {
  /** `GET /projects/{project_id}/provider-sets` */
  readonly endpoint: string;
  /** One sentence. */
  readonly doc: string;
  /** Query parameters besides those of every list. */
  readonly query?: { readonly [name: string]: QueryParameter };
  /** Selects the records, and their order unless the request names one. Throws 404 if the caller cannot see the object in the path. */
  readonly select: (ctx: RequestContext) => Promise<Omit<RecordFilter, 'kind'> & { readonly order?: RecordOrder }>;
}

/** A record that is read by another path than its own. */
export interface NounLookup {
  /** `GET /workspaces/{workspace_id}/current-assessment-result` */
  readonly endpoint: string;
  /** One sentence. Default: that of the noun. */
  readonly doc?: string;
  /** Throws 404. */
  readonly find: (ctx: RequestContext) => Promise<NounRecord>;
}

/** Additional behaviour of a noun. Each function may throw a Problem. */
export interface NounBehavior {
  /** Returns the body to store. */
  readonly beforeCreate?: (ctx: RequestContext<Transaction>, body: NounBody, scope: string) => Promise<NounBody>;
  readonly beforeUpdate?: (ctx: RequestContext<Transaction>, record: NounRecord, body: NounBody) => Promise<NounBody>;
  readonly beforeDelete?: (ctx: RequestContext<Transaction>, record: NounRecord) => Promise<void>;
  /** Before a to-many relationship gets these targets, all or some of them new. */
  readonly beforeLink?: (
    ctx: RequestContext<Transaction>,
    record: NounDraft,
    relationship: string,
    ids: readonly string[],
  ) => Promise<void>;
  readonly afterCreate?: (ctx: RequestContext<Transaction>, record: NounRecord) => Promise<void>;
  readonly afterUpdate?: (ctx: RequestContext<Transaction>, record: NounRecord) => Promise<void>;
  readonly afterDelete?: (ctx: RequestContext<Transaction>, record: NounRecord) => Promise<void>;
}

/** The record that a create or an update is about to store, before its transaction. */
export interface WriteDraft {
  /** For a create: the ID of the new record. */
  readonly id: string;
  /** Attributes by their stored names; of an update with what stays. */
  readonly body: NounBody;
  /** The record before an update; absent in a create. */
  readonly before?: NounRecord;
}
/** The value of `ctx.prepared` in a route of a noun. */
export interface PreparedWrite<T = unknown> {
  readonly id: string;
  readonly result: T;
}

export interface NounSpec {
  /** One sentence. */
  readonly doc: string;
  /** The name in sentences: `agent pool`. */
  readonly label: string;
  /** The prefix of new IDs: `apool`. */
  readonly idPrefix: string;
  /** The word for the noun in paths; default: the type. */
  readonly collection?: string;
  /** Default: `/{collection}/{label_id}`. */
  readonly itemPath?: string;
  /** The kind of its stored records; default: the type. */
  readonly kind?: string;
  /** One or several: a record belongs to exactly one of them. */
  readonly parents: readonly NounParent[];
  readonly attributes: { readonly [name: string]: NounAttribute };
  readonly relationships?: { readonly [name: string]: NounRelationship };
  /** Between attributes, by their names in documents. */
  readonly constraints?: readonly Constraint[];
  /** Default: all five. */
  readonly operations?: readonly NounOperation[];
  readonly actions?: readonly NounAction[];
  readonly lists?: readonly NounList[];
  readonly lookups?: readonly NounLookup[];
  readonly behavior?: NounBehavior;
  /** Links of its documents, besides `self`. */
  readonly links?: (record: NounRecord, ctx: RequestContext) => { readonly [name: string]: string | null };
  /**
   * Calls to other services that a create or an update needs, such as the verification of an address: after the check of rights and
   * attributes, before the transaction. Behavior finds the result in `ctx.prepared`, a PreparedWrite. May throw a Problem.
   */
  readonly prepareWrite?: (ctx: PreparationContext, draft: WriteDraft) => Promise<unknown>;
  /** Behavior of a create or an update may look up what is outside of the store (`requireLookUp`); the transaction then runs again. */
  readonly looksUp?: true;
  /** The key of a record if no single attribute is unique: it must differ among the records of one parent. Default: the ID. */
  readonly key?: (body: NounBody) => string;
  /** Requests may leave out `data.type`. */
  readonly typeOptional?: true;
  /** Further query parameters of lists and reads; `load` and `value` of attributes look at them. */
  readonly readQuery?: { readonly [name: string]: QueryParameter };
  /** Options of the routes that write. */
  readonly writeOptions?: RouteOptions;
}

export interface Noun extends NounSpec {
  /** The type of its documents. */
  readonly type: string;
  readonly kind: string;
  readonly collection: string;
  readonly itemPath: string;
  /** The path parameter of the ID: `agent_pool_id`. */
  readonly idParameter: string;
  readonly operations: readonly NounOperation[];
}

const lastParameterOf = (path: string): string => /\{([^}]+)\}[^{]*$/.exec(path)![1]!;

/** Declares a noun of the workspace service: from it follow routes, validation, documents, lists and descriptions. */
export const noun = (type: string, spec: NounSpec): Noun => {
  const collection = spec.collection ?? type;
  const itemPath = spec.itemPath ?? `/${collection}/{${spec.label.toLowerCase().replaceAll(/[ -]/g, '_')}_id}`;
  return {
    ...spec,
    type,
    kind: spec.kind ?? type,
    collection,
    itemPath,
    idParameter: lastParameterOf(itemPath),
    operations: spec.operations ?? ['list', 'create', 'read', 'update', 'delete'],
  };
};
