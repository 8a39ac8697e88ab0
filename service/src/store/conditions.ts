import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { FirstNamed, SqlDialect } from './sql-dialect.ts';
import type { BodyCondition, LinkedRecords, LinkFilter, RecordFilter } from './record-filter.ts';
import { listMemberConditions, matchMember, type MemberCondition, selectByMember, toMemberCondition } from './members/member-conditions.ts';
import { searchedKinds } from './names/searched-kinds.ts';
import { followingText, foldCase, toLikePattern, isStorable } from './text.ts';

type Condition = RawBuilder<SqlBool>;
const neverTrue: Condition = sql`1 = 0`;

/** Bodies are ours, so are paths into them: letters, digits, `_` and `-` between dots. */
export const parseBodyPath = (dotted: string): readonly string[] => {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(dotted)) throw new TypeError(`not a path into a body: ${dotted}`);
  return dotted.split('.');
};

const recordColumn = (name: string): RawBuilder<string> => sql.ref(`r.${name}`);

const matchAny = (dialect: SqlDialect, left: RawBuilder<string>, values: readonly string[]): Condition => {
  const possible = values.filter(isStorable);
  if (possible.length === 0) return neverTrue;
  return possible.length === 1 ? sql`${left} = ${possible[0]}` : dialect.isAnyOf(left, possible);
};

/** A record is looked up in the index of targets once for each of them; of more targets its own links are compared. */
export const fewTargets = 8;

/** One of the ends; no index has it so: a database would look each of them up for each record. */
const isEnd = (dialect: SqlDialect, end: string, ends: readonly string[]): Condition =>
  matchAny(dialect, sql`(${sql.ref(end)} || '')`, ends);

/** Whether the object at an end of a link `l` is itself linked. */
export const matchLinked = (dialect: SqlDialect, end: 'l.from' | 'l.to', { kind, to, orIds }: LinkedRecords): Condition => {
  const edges = dialect.db
    .selectFrom('links as o')
    .select(sql.lit(1).as('one'))
    .where(sql<SqlBool>`${sql.ref('o.from')} = ${sql.ref(end)}`)
    .where('o.kind', '=', kind)
    .where(isEnd(dialect, 'o.to', to));
  return sql`(exists ${edges} or ${matchAny(dialect, sql.ref(end), orIds)})`;
};

const matchLink = (dialect: SqlDialect, { kind, self, other, otherLinked, not, orIds }: LinkFilter): Condition => {
  // By number if targets are named: one look-up in the index of targets decides, independent of the database's statistics.
  const isByTarget = self === 'from' && other !== undefined && other.length <= fewTargets;
  let edges = dialect.db
    .selectFrom('links as l')
    .select(sql.lit(1).as('one'))
    .where(isByTarget ? sql<SqlBool>`l.from_seq = r.seq` : sql<SqlBool>`${sql.ref(`l.${self}`)} = ${recordColumn('id')}`)
    .where(matchAny(dialect, sql.ref('l.kind'), typeof kind === 'string' ? [kind] : kind));
  const end = self === 'from' ? 'l.to' : 'l.from';
  if (other) edges = edges.where(self === 'to' || isByTarget ? matchAny(dialect, sql.ref(end), other) : isEnd(dialect, end, other));
  if (otherLinked) edges = edges.where(matchLinked(dialect, end, otherLinked));
  if (not) return sql`not exists ${edges}`;
  return orIds ? sql`(exists ${edges} or ${matchAny(dialect, recordColumn('id'), orIds)})` : sql`exists ${edges}`;
};

const matchBody = (dialect: SqlDialect, filter: RecordFilter, condition: BodyCondition): Condition => {
  const indexed = toMemberCondition(filter, condition);
  if (indexed) return matchMember(dialect, indexed);
  const { path, is } = condition;
  const member = dialect.bodyMember(parseBodyPath(path));
  if (is === null) return sql`(${member} is null or ${member} = 'null')`;
  return typeof is === 'object'
    ? matchAny(
        dialect,
        member,
        is.filter(isStorable).map((one) => JSON.stringify(one)),
      )
    : matchAny(dialect, member, typeof is === 'string' && !isStorable(is) ? [] : [JSON.stringify(is)]);
};

/** The literal prefix of a pattern is a range in the index of names. */
const matchPattern = (pattern: string): readonly Condition[] => {
  if (!isStorable(pattern)) return [neverTrue];
  const column = recordColumn('folded');
  const [beginning] = foldCase(pattern).split('*') as [string];
  const end = followingText(beginning);
  return [
    sql`${column} like ${toLikePattern(pattern)} escape '\\'`,
    ...(beginning === '' ? [] : [sql<SqlBool>`${column} >= ${beginning}`]),
    ...(end === undefined ? [] : [sql<SqlBool>`${column} < ${end}`]),
  ];
};

const compareName = (side: '<' | '>', name: string): Condition =>
  isStorable(name) ? sql`${recordColumn('folded')} ${sql.raw(side)} ${foldCase(name)}` : neverTrue;

/** The search parameters of the index of names; undefined if the kind has no such index. */
const listNameParts = ({ kind, scope, nameContains, nameLike }: RecordFilter): readonly string[] | undefined => {
  const parts = [...(nameContains ? [nameContains] : []), ...(nameLike?.split('*') ?? [])];
  const isIndexed = parts.length > 0 && typeof scope === 'string' && searchedKinds.has(kind) && [scope, ...parts].every(isStorable);
  return isIndexed ? parts : undefined;
};

/** Selects the records that the index of names finds; undefined if there is no index, or the search text is too short for it. */
const selectByName = (dialect: SqlDialect, filter: RecordFilter): RawBuilder<unknown> | undefined => {
  const parts = listNameParts(filter);
  return parts && dialect.selectNameCandidates?.(filter.kind, filter.scope as string, parts);
};

/**
 * Selects the numbers of the first `most` records that the index of names finds; undefined if there is no index, or the search text is too
 * short for it.
 */
export const selectFirstByName = (
  dialect: SqlDialect,
  filter: RecordFilter,
  order: Pick<FirstNamed, 'direction' | 'most'>,
): RawBuilder<unknown> | undefined => {
  const parts = listNameParts(filter);
  if (!parts || !dialect.selectFirstNamed) return undefined;
  const join = (byNumber: boolean) => sql.join(listConditions(dialect, filter, byNumber), sql` and `);
  return dialect.selectFirstNamed(parts, { ...order, indexed: join(true), others: join(false) });
};

/**
 * Selects the numbers of the records of any kind and scope that a link comes from, or that are named, each once if an order is required.
 */
const selectByLink = (dialect: SqlDialect, { kind, other = [], orIds }: LinkFilter, order?: 'asc' | 'desc'): RawBuilder<unknown> => {
  const kinds = typeof kind === 'string' ? [kind] : kind;
  const isOnce = order === undefined || (kinds.length === 1 && other.length === 1) || orIds !== undefined;
  const linked = sql`select ${sql.raw(isOnce ? '' : 'distinct')} from_seq as seq from ${sql.raw(`${dialect.schemaPrefix}links as l`)}
    where ${matchAny(dialect, sql.ref('l.to'), other)} and ${matchAny(dialect, sql.ref('l.kind'), kinds)}`;
  const ordered = sql.raw(order === undefined ? '' : `order by 1 ${order}`);
  if (!orIds) return sql`${linked} ${ordered}`;
  const named = sql`select o.seq from ${sql.raw(`${dialect.schemaPrefix}records as o`)} where ${matchAny(dialect, sql.ref('o.id'), orIds)}`;
  return sql`${linked} ${sql.raw(order === undefined ? 'union all' : 'union')} ${named} ${ordered}`;
};

/** A condition of a filter that an index answers by itself, with the numbers of records in their order. */
export type NumberedCondition = LinkFilter | MemberCondition;

export const listNumberedConditions = (filter: RecordFilter): readonly NumberedCondition[] => [
  ...(filter.linked ?? []).filter(({ self, not, other }) => self === 'from' && !not && other),
  ...listMemberConditions(filter).filter(({ orUsual }) => !orUsual),
];

/** The numbers of the records that fulfill it. */
export const selectByCondition = (dialect: SqlDialect, one: NumberedCondition, order?: 'asc' | 'desc'): RawBuilder<unknown> =>
  'member' in one ? selectByMember(dialect, one, order) : selectByLink(dialect, one, order);

/** Records that are named one by one. */
export interface NamedRecords {
  readonly numbers: readonly number[];
}
/** The condition with which the database begins, instead of the planner's choice. */
export type QueryStart = 'name' | NumberedCondition | NamedRecords;

const selectCandidates = (dialect: SqlDialect, filter: RecordFilter, start: QueryStart | undefined): RawBuilder<unknown> | undefined => {
  if (start === undefined || start === 'name') return start && selectByName(dialect, filter);
  return 'numbers' in start ? sql`select value from json_each(${JSON.stringify(start.numbers)})` : selectByCondition(dialect, start);
};

/**
 * All conditions of a filter, for a query over `records as r`. `start`: the condition to begin with, instead of the planner's choice.
 * `name`: names are looked up in their index, if there is one. This pays off for a page in the order of insertion; counts and pages ordered
 * by name read the index of all names in their order. A condition: one of the filter that few records fulfill. Numbers: of records, on
 * SQLite.
 */
export const buildConditions = (dialect: SqlDialect, filter: RecordFilter, start?: QueryStart): readonly Condition[] => {
  const candidates = selectCandidates(dialect, filter, start);
  const conditions = listConditions(dialect, filter, candidates !== undefined);
  return candidates ? [sql`${recordColumn('seq')} in (${candidates})`, ...conditions] : conditions;
};

/** `byNumber`: the records are found by their numbers. */
export const listConditions = (dialect: SqlDialect, filter: RecordFilter, byNumber: boolean): readonly Condition[] => {
  // The plus keeps SQLite from using the index of the kind: it assumes ten records of a kind, and would read all of them to find a few
  // IDs. A server without statistics for the table does so for each number.
  const isFound = byNumber || (dialect.worksInProcess && filter.ids !== undefined);
  const column = (name: string): RawBuilder<string> => {
    if (!isFound) return recordColumn(name);
    return dialect.worksInProcess ? sql`+${recordColumn(name)}` : sql`(${recordColumn(name)} || '')`;
  };
  const all: Condition[] = [matchAny(dialect, column('kind'), [filter.kind])];
  const scopes = typeof filter.scope === 'string' ? [filter.scope] : filter.scope;
  if (scopes) all.push(matchAny(dialect, column('scope'), scopes));
  if (filter.ids) all.push(matchAny(dialect, recordColumn('id'), filter.ids));
  if (filter.keys) all.push(matchAny(dialect, recordColumn('key'), filter.keys));
  if (filter.seq?.after !== undefined) all.push(sql`${sql.ref('r.seq')} > ${filter.seq.after}`);
  if (filter.seq?.before !== undefined) all.push(sql`${sql.ref('r.seq')} < ${filter.seq.before}`);
  if (filter.named?.after !== undefined) all.push(compareName('>', filter.named.after));
  if (filter.named?.before !== undefined) all.push(compareName('<', filter.named.before));
  if (filter.names) all.push(matchAny(dialect, recordColumn('folded'), filter.names.filter(isStorable).map(foldCase)));
  if (filter.nameContains)
    all.push(isStorable(filter.nameContains) ? dialect.contains(recordColumn('folded'), foldCase(filter.nameContains)) : neverTrue);
  if (filter.nameLike !== undefined) all.push(...matchPattern(filter.nameLike));
  for (const linked of filter.linked ?? []) all.push(matchLink(dialect, linked));
  for (const member of filter.body ?? []) all.push(matchBody(dialect, filter, member));
  return all;
};
