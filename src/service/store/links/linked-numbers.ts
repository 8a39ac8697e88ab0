import { type RawBuilder, sql } from 'kysely';
import type { RecordFilter } from '../store.ts';
import { isStorable } from '../text.ts';

type LinkFilter = NonNullable<RecordFilter['linked']>[number];

/** SQLite takes 500 terms; so many are asked for by nobody. */
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

/** One term for each kind and target: its numbers come from the index in their order. */
const selectTerms = ({ kind, other }: LinkFilter, range: RecordFilter['seq']): readonly RawBuilder<unknown>[] =>
  (typeof kind === 'string' ? [kind] : kind).flatMap((one) =>
    (other ?? []).filter(isStorable).map(
      (target) =>
        sql`select from_seq as seq from links
            where ${sql.ref('to')} = ${target} and kind = ${one} and from_seq is not null${limitNumbers('from_seq', range)}`,
    ),
  );

/** Whether kind, one scope, targets of links and a range of numbers are all that the filter names. */
const isDecidedByLinks = ({ kind: _kind, scope, linked, seq: _seq, ...rest }: RecordFilter): boolean =>
  typeof scope === 'string' &&
  isStorable(scope) &&
  linked !== undefined &&
  linked.length > 0 &&
  linked.every(({ self, other }) => self === 'from' && other !== undefined) &&
  Object.values(rest).every((value) => value === undefined);

/**
 * The numbers of all records that a filter by links finds, as terms of set operations: SQLite merges the terms when it is asked for their
 * order, and reads no further than a page goes. Undefined where the filter has other conditions, or two links with a choice of targets.
 */
export const selectLinkedNumbers = (filter: RecordFilter): RawBuilder<unknown> | undefined => {
  if (!isDecidedByLinks(filter)) return undefined;
  const groups = filter.linked!.map((link) => ({ not: link.not === true, terms: selectTerms(link, filter.seq) }));
  const choices = groups.filter(({ not, terms }) => !not && terms.length > 1);
  if (choices.length > 1 || groups.some(({ terms }) => terms.length === 0) || groups.flatMap(({ terms }) => terms).length > maxTerms)
    return undefined;
  const everything = sql`select seq from records
    where kind = ${filter.kind} and scope = ${filter.scope as string}${limitNumbers('seq', filter.seq)}`;
  // Set operations are made from left to right: the choice comes first.
  const first = choices[0]?.terms ?? [everything];
  const required = groups.filter(({ not, terms }) => !not && terms.length === 1).map(({ terms }) => terms[0]!);
  const excluded = groups.filter(({ not }) => not).flatMap(({ terms }) => terms);
  const union = sql.join(first, sql` union `);
  const rest = [
    ...[...(choices.length > 0 ? [everything] : []), ...required].map((term) => sql` intersect ${term}`),
    ...excluded.map((term) => sql` except ${term}`),
  ];
  return sql`${union}${sql.join(rest, sql``)}`;
};
