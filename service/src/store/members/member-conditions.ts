import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SqlDialect } from '../sql-dialect.ts';
import type { BodyCondition, RecordFilter, RecordOrder } from '../record-filter.ts';
import { isStorable } from '../text.ts';
import { findIndexedMember, isIndexedValue } from './indexed-members.ts';

/** A condition of a filter that the table of members answers: the member has one of these values. */
export interface MemberCondition {
  readonly kind: string;
  readonly scope: string;
  readonly member: string;
  readonly values: readonly string[];
  /** One of these or the usual one: there is no row with another value. */
  readonly orUsual?: true;
}

const toTexts = (is: BodyCondition['is']): readonly string[] | undefined => {
  if (typeof is === 'string' || typeof is === 'boolean') return [String(is)];
  return Array.isArray(is) ? (is as readonly string[]) : undefined;
};

/** Undefined: it is decided by the body of each record. */
export const toMemberCondition = ({ kind, scope: given }: RecordFilter, { path, is }: BodyCondition): MemberCondition | undefined => {
  const indexed = findIndexedMember(kind, path);
  const scope = indexed?.anyScope ? '' : given;
  if (!indexed || indexed.withoutIt || typeof scope !== 'string' || !isStorable(scope)) return undefined;
  const values = toTexts(is)?.filter(isStorable);
  if (!values?.every(isIndexedValue)) return undefined;
  const usual = indexed.usual?.(scope);
  if (usual === undefined || !values.includes(usual)) return { kind, scope, member: path, values };
  return { kind, scope, member: path, values: values.filter((value) => value !== usual), orUsual: true };
};

export const listMemberConditions = (filter: RecordFilter): readonly MemberCondition[] =>
  (filter.body ?? []).flatMap((one) => toMemberCondition(filter, one) ?? []);

/** The member by which an order sorts, if it is indexed. */
export const findOrderedMember = ({ kind, scope }: RecordFilter, { by }: RecordOrder): MemberCondition | undefined => {
  if (typeof by !== 'object' || typeof scope !== 'string' || !isStorable(scope)) return undefined;
  const withoutIt = findIndexedMember(kind, by.body)?.withoutIt;
  return withoutIt === (by.absentLast ? 'last' : 'first') ? { kind, scope, member: by.body, values: [] } : undefined;
};

/** The condition on `record_members as m` for the rows of a member with any value. */
export const ofMember = ({ kind, scope, member }: MemberCondition): RawBuilder<SqlBool> =>
  sql`m.kind = ${kind} and m.scope = ${scope} and m.member = ${sql.lit(member)}`;

export const hasValue = (dialect: SqlDialect, values: readonly string[]): RawBuilder<SqlBool> => {
  if (values.length === 0) return sql`1 = 0`;
  return values.length === 1 ? sql`m.value = ${values[0]}` : dialect.isAnyOf(sql.ref('m.value'), values);
};

export const fromMembers = ({ schemaPrefix }: SqlDialect): RawBuilder<unknown> => sql.raw(`${schemaPrefix}record_members as m`);

/** The numbers of the records that have one of the values, each once. */
export const selectByMember = (dialect: SqlDialect, condition: MemberCondition, order?: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql`select m.seq as seq from ${fromMembers(dialect)} where ${ofMember(condition)} and ${hasValue(dialect, condition.values)}
    ${sql.raw(order === undefined ? '' : `order by 1 ${order}`)}`;

/**
 * Whether the record `r` has one of the values: one look-up for each, by its whole key. The offset keeps a database that plans by
 * statistics from joining the tables, which takes a second per thousand records if it assumes that they are empty; the search for each
 * value keeps it from scanning all rows of the member for each record, which takes as long.
 */
export const matchMember = (dialect: SqlDialect, condition: MemberCondition): RawBuilder<SqlBool> => {
  const { values, orUsual } = condition;
  const isOfRecord = sql`${ofMember(condition)} and m.seq = r.seq`;
  const rows = fromMembers(dialect);
  const end = sql.raw(dialect.worksInProcess ? '' : 'offset 0');
  if (orUsual) return sql`not exists (select 1 as "one" from ${rows} where ${isOfRecord} and not ${hasValue(dialect, values)} ${end})`;
  if (dialect.worksInProcess || values.length < 2)
    return sql`exists (select 1 as "one" from ${rows} where ${isOfRecord} and ${hasValue(dialect, values)} ${end})`;
  return sql`exists (select 1 as "one" from ${dialect.selectTexts(values)}
    cross join lateral (select 1 as "one" from ${rows} where ${isOfRecord} and m.value = t.value limit 1) as found)`;
};
