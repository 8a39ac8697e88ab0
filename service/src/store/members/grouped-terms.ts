import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { listConditions } from '../conditions.ts';
import type { SqlDialect } from '../sql-dialect.ts';
import type { BodyCondition, RecordFilter } from '../record-filter.ts';
import { isStorable } from '../text.ts';
import { findGroup, isIndexedValue } from './indexed-members.ts';
import { fromMembers, hasValue, type MemberCondition, ofMember } from './member-conditions.ts';

/** A filter that names a group. */
export type GroupedFilter = RecordFilter & { readonly group: string };

/** Some of the numbers of all records. */
export interface NumberRange {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly among?: readonly number[];
}

/** One condition of a grouped filter, which an index answers by itself. */
export interface GroupedTerm {
  /** The numbers of the records that fulfill it, each once. */
  select(range: NumberRange): RawBuilder<unknown>;
  /** Whether the record with the number `n.seq` fulfills it. */
  readonly isFulfilled: RawBuilder<SqlBool>;
}

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> => sql`${sql.join(conditions, sql` and `)}`;

const limitTo = (dialect: SqlDialect, number: string, { after, before, among }: NumberRange): readonly RawBuilder<unknown>[] => [
  ...(after === undefined ? [] : [sql`${sql.raw(number)} > ${after}`]),
  ...(before === undefined ? [] : [sql`${sql.raw(number)} < ${before}`]),
  ...(among === undefined ? [] : [dialect.isNumberOf(sql.raw(number), among)]),
];

/** One look-up for each row: a database that plans by statistics would join the tables, see `matchMember`. */
const lookUpOne = (dialect: SqlDialect, rows: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select 1 as "one" ${rows} ${sql.raw(dialect.worksInProcess ? '' : 'offset 0')})`;

const createMemberTerm = (dialect: SqlDialect, condition: MemberCondition): GroupedTerm => {
  const rows = (others: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
    sql`from ${fromMembers(dialect)} where ${and([ofMember(condition), hasValue(dialect, condition.values), ...others])}`;
  return {
    select: (range) => sql`select m.seq ${rows(limitTo(dialect, 'm.seq', range))}`,
    isFulfilled: lookUpOne(dialect, rows([sql`m.seq = n.seq`])),
  };
};

/**
 * The term of a scope. It names the group, by whose marks PostgreSQL keeps counts: a statement that begins with it belongs to the group
 * (count-statement.ts).
 */
const createScopeTerm = (dialect: SqlDialect, { kind, group }: GroupedFilter, scopes: readonly string[]): GroupedTerm => {
  const records = sql.raw(`${dialect.schemaPrefix}records as s`);
  const isMeant = and([sql`s.kind = ${kind}`, sql`${group} <> ''`, dialect.isAnyOf(sql.ref('s.scope'), scopes)]);
  return {
    select: (range) => sql`select s.seq from ${records} where ${and([isMeant, ...limitTo(dialect, 's.seq', range)])}`,
    isFulfilled: lookUpOne(dialect, sql`from ${records} where ${and([sql`s.seq = n.seq`, dialect.isAnyOf(sql`s.scope`, scopes)])}`),
  };
};

/** The values of a condition that the index answers; undefined: the bodies do. */
const indexedValues = ({ kind }: RecordFilter, { path, is }: BodyCondition): readonly string[] | undefined => {
  const values = typeof is === 'string' ? [is] : is;
  if (!Array.isArray(values) || !findGroup(kind)?.members.includes(path) || !values.every(isIndexedValue)) return undefined;
  return (values as readonly string[]).filter(isStorable);
};

const placeOf = ({ kind }: RecordFilter, { path }: BodyCondition): number => findGroup(kind)!.members.indexOf(path);

/** A grouped filter, taken apart. */
export interface GroupedParts {
  /** The most telling first; each names the kind and then the group. */
  readonly terms: readonly GroupedTerm[];
  readonly range: NumberRange;
  /** What each record is looked at for, as conditions on `n.seq`. */
  readonly others: readonly RawBuilder<SqlBool>[];
}

/** Throws TypeError where records of this kind belong to no group. */
export const takeApart = (dialect: SqlDialect, filter: GroupedFilter): GroupedParts => {
  const { group, scope, body = [], seq = {}, ...rest } = filter;
  const by = findGroup(filter.kind)?.by;
  if (by === undefined) throw new TypeError(`${filter.kind} belong to no group`);
  const indexed = body.filter((one) => indexedValues(filter, one)).toSorted((one, two) => placeOf(filter, one) - placeOf(filter, two));
  const ofGroup = { kind: filter.kind, scope: group };
  const conditions: readonly MemberCondition[] =
    indexed.length === 0
      ? [{ ...ofGroup, member: by, values: [group] }]
      : indexed.map((one) => ({ ...ofGroup, member: one.path, values: indexedValues(filter, one)! }));
  const scopes = typeof scope === 'string' ? [scope] : scope;
  const others = listConditions(dialect, { ...rest, body: body.filter((one) => !indexed.includes(one)) }, true);
  const isAnythingElse = Object.values(rest).some((value) => value !== undefined && value !== filter.kind) || indexed.length < body.length;
  return {
    terms: [
      ...(scopes ? [createScopeTerm(dialect, filter, scopes.filter(isStorable))] : []),
      ...conditions.map((one) => createMemberTerm(dialect, one)),
    ],
    range: seq,
    others: isAnythingElse
      ? [lookUpOne(dialect, sql`from ${sql.raw(`${dialect.schemaPrefix}records as r`)} where ${and([sql`r.seq = n.seq`, ...others])}`)]
      : [],
  };
};
