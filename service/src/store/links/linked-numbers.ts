import { type RawBuilder, sql } from 'kysely';
import { fewTargets } from '../conditions.ts';
import { listMemberConditions, type MemberCondition } from '../members/member-conditions.ts';
import type { LinkFilter, RecordFilter } from '../record-filter.ts';
import { isStorable } from '../text.ts';

/** Maximum number of terms of a compound query; SQLite accepts 500, and requests need fewer. */
const maxTerms = 24;

/** Conditions of a range, on a column that is the last one of its index. */
const limitNumbers = (column: string, { after, before }: NonNullable<RecordFilter['seq']> = {}): RawBuilder<unknown> =>
  sql.join(
    [
      ...(after === undefined ? [] : [sql` and ${sql.raw(column)} > ${after}`]),
      ...(before === undefined ? [] : [sql` and ${sql.raw(column)} < ${before}`]),
    ],
    sql``,
  );

const selectValues = (texts: readonly string[]): RawBuilder<unknown> => sql`(select value from json_each(${JSON.stringify(texts)}))`;

const selectTerm = (kind: string, isTarget: RawBuilder<unknown>, range: RecordFilter['seq']): RawBuilder<unknown> =>
  sql`select from_seq as seq from links where ${isTarget} and kind = ${kind} and from_seq is not null${limitNumbers('from_seq', range)}`;

/** One term for each kind and target: its numbers come from the index in their order. Many targets are one term, which is sorted. */
const selectTerms = ({ kind, other = [], orIds }: LinkFilter, range: RecordFilter['seq']): readonly RawBuilder<unknown>[] => {
  const targets = other.filter(isStorable);
  const to = sql.ref('to');
  const choices = targets.length > fewTargets ? [sql`${to} in ${selectValues(targets)}`] : targets.map((target) => sql`${to} = ${target}`);
  return [
    ...(typeof kind === 'string' ? [kind] : kind).flatMap((one) => choices.map((isTarget) => selectTerm(one, isTarget, range))),
    ...(orIds ? [sql`select seq from records where id in ${selectValues(orIds.filter(isStorable))}${limitNumbers('seq', range)}`] : []),
  ];
};

/** Terms for an indexed member of one kind and scope: one for each value, or one for all other values. */
const selectMemberTerms = ({ kind, scope, member, values, orUsual }: MemberCondition, range: RecordFilter['seq']) => {
  const select = (hasValue: RawBuilder<unknown>): RawBuilder<unknown> => sql`select seq from record_members
    where kind = ${kind} and scope = ${scope} and member = ${sql.lit(member)} and ${hasValue}${limitNumbers('seq', range)}`;
  return orUsual ? [select(sql`value not in ${selectValues(values)}`)] : values.map((value) => select(sql`value = ${value}`));
};

/** Whether kind, one scope, targets of links, indexed members and a range of numbers are all that the filter names. */
const isDecidedByNumbers = (filter: RecordFilter): boolean => {
  const { kind: _kind, scope, linked = [], body = [], seq: _seq, ...rest } = filter;
  return (
    typeof scope === 'string' &&
    isStorable(scope) &&
    linked.length + body.length > 0 &&
    linked.every(({ self, other }) => self === 'from' && other !== undefined) &&
    listMemberConditions(filter).length === body.length &&
    Object.values(rest).every((value) => value === undefined)
  );
};

interface Group {
  readonly not: boolean;
  readonly terms: readonly RawBuilder<unknown>[];
  /** Whether its terms name the kind and the scope of the filter. */
  readonly isScoped: boolean;
}
const listGroups = (filter: RecordFilter): readonly Group[] => [
  ...(filter.linked ?? []).map((link) => ({ not: link.not === true, terms: selectTerms(link, filter.seq), isScoped: false })),
  ...listMemberConditions(filter).map((one) => ({
    not: one.orUsual === true,
    terms: selectMemberTerms(one, filter.seq),
    isScoped: !one.orUsual && one.scope === filter.scope,
  })),
];

/**
 * The numbers of all records that a filter by links and indexed members finds, as terms of set operations: SQLite merges the terms when it
 * is asked for their order, and reads no further than a page goes. Undefined where the filter has other conditions, or two with a choice.
 */
export const selectLinkedNumbers = (filter: RecordFilter): RawBuilder<unknown> | undefined => {
  if (!isDecidedByNumbers(filter)) return undefined;
  const groups = listGroups(filter);
  const choices = groups.filter(({ not, terms }) => !not && terms.length > 1);
  if (choices.length > 1 || groups.some(({ terms }) => terms.length === 0) || groups.flatMap(({ terms }) => terms).length > maxTerms)
    return undefined;
  const everything = sql`select seq from records
    where kind = ${filter.kind} and scope = ${filter.scope as string}${limitNumbers('seq', filter.seq)}`;
  const required = groups.filter(({ not, terms }) => !not && terms.length === 1).map(({ terms }) => terms[0]!);
  const excluded = groups.filter(({ not }) => not).flatMap(({ terms }) => terms);
  const isScoped = groups.some((group) => group.isScoped);
  // Set operations are made from left to right: the choice comes first.
  const [first, ...others] = [
    ...(choices[0] ? [sql`${sql.join(choices[0].terms, sql` union `)}`] : []),
    ...(isScoped ? [] : [everything]),
    ...required,
  ];
  const rest = [...others.map((term) => sql` intersect ${term}`), ...excluded.map((term) => sql` except ${term}`)];
  return sql`${first}${sql.join(rest, sql``)}`;
};
