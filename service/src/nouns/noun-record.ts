import type { RequestContext } from '../http/route.ts';
import type { StoredRecord } from '../store/store.ts';

/** What is stored of a noun: attributes and to-one relationships by their names in camelCase, and the organization that it belongs to. */
export interface NounBody {
  readonly organization: string;
  readonly [name: string]: unknown;
}
export type NounRecord = StoredRecord<NounBody>;
/** A record that is stored, or is being stored. */
export type NounDraft = Omit<NounRecord, 'seq' | 'version'>;

/** Values of a page's records by record ID, looked up together. */
export type LoadValues = (ctx: RequestContext, records: readonly NounRecord[]) => Promise<ReadonlyMap<string, unknown>>;

/** `organization-scoped` → `organizationScoped`: the member of a stored body. */
export const toStoredName = (name: string): string => name.replaceAll(/[-_]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
