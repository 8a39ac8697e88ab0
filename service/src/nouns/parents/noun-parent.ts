import type { RequestContext } from '../../http/route.ts';
import type { NounRecord } from '../noun-record.ts';

export type NounAccess = 'read' | 'write';

/** The parent that a request names. */
export interface NounScope {
  /** The scope of the children's records: an organization's name, else the parent's ID. */
  readonly scope: string;
  readonly organization: string;
}

/** What the records of a noun belong to: it is in the path of the collection, and decides who may read and write. */
export interface NounParent {
  /** `/organizations/{organization_name}` */
  readonly path: string;
  /** The type of the parent's documents. */
  readonly type: string;
  /** Whether a record with this scope is a child of this kind of parent. */
  ownsScope(scope: string): boolean;
  /** The scope that the path names, whether it exists or not. */
  scopeOf(ctx: RequestContext): string;
  /** The parent that the path names. Throws 404 where it does not exist or the caller has no such access. */
  requireScope(ctx: RequestContext, access: NounAccess): Promise<NounScope>;
  /** Selects the records whose parent gives the caller this access, with one look-up for all. */
  filterPermitted(ctx: RequestContext, records: readonly NounRecord[], access: NounAccess): Promise<readonly NounRecord[]>;
  /** IDs of the children in the scope that the caller may read, where that are not all of them; undefined: all. */
  listVisible?(ctx: RequestContext, scope: string): Promise<readonly string[] | undefined>;
}
