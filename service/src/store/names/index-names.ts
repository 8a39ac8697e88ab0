import { sql, type RawBuilder } from 'kysely';
import type { SqlDialect } from '../sql-dialect.ts';
import { foldCase } from '../text.ts';
import { searchedKinds } from './searched-kinds.ts';

/** Records that are indexed at once: 1,000 take about 10 ms. */
const batchSize = 1000;
const newest = 'select coalesce(max(id), 0) from record_names_docsize';
const kinds = [...searchedKinds].map((kind) => `'${kind}'`).join(', ');

/**
 * The rows that are not indexed yet, by their own index (migration 7), so that no others are read. The planner would choose the index of
 * kinds and read all of them.
 */
const unindexed = `from records indexed by records_named where kind in (${kinds}) and seq > (${newest})`;

export const hasUnindexedNamesSql = `select exists (select 1 ${unindexed}) as found`;

/** Indexes the names of records that were inserted since it ran last, as many as a batch has. */
export const indexNamesSql = `insert into record_names (rowid, folded) select seq, folded ${unindexed} order by seq limit ${batchSize}`;

/** More than these narrow a search no further, and each costs a walk through its numbers: 16 took four times as long. */
const maxTrigrams = 6;

const listTrigrams = (text: string): readonly string[] => {
  const characters = [...foldCase(text)];
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(all)];
};

/** Trigrams from all over the text, including its end: names often begin alike. */
const spread = (trigrams: readonly string[]): readonly string[] =>
  trigrams.length <= maxTrigrams
    ? trigrams
    : Array.from({ length: maxTrigrams }, (_, at) => trigrams[Math.round((at * (trigrams.length - 1)) / (maxTrigrams - 1))]!);

/** Undefined where no part has three characters. */
const buildMatch = (parts: readonly string[]): string | undefined => {
  const trigrams = spread(parts.flatMap(listTrigrams));
  return trigrams.length === 0 ? undefined : trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
};

/**
 * The numbers of records whose names may have all of these parts: those that have their trigrams, and those that are not indexed yet.
 * Undefined where no part has three characters.
 */
export const selectNameCandidates = (kind: string, scope: string, parts: readonly string[]): RawBuilder<unknown> | undefined => {
  const match = buildMatch(parts);
  if (match === undefined) return undefined;
  return sql`select rowid from record_names where record_names match ${match}
    union all select seq from records where kind = ${kind} and scope = ${scope} and seq > (${sql.raw(newest)})`;
};

/**
 * The numbers of the first finds: the index gives its numbers in order, so it is read no further than they go. `indexed`, `others`: the
 * conditions of the records of either part.
 */
export const selectFirstNamed: SqlDialect['selectFirstNamed'] = (parts, { indexed, others, direction, most }) => {
  const match = buildMatch(parts);
  if (match === undefined) return undefined;
  const order = sql.raw(direction);
  return sql`select seq from (select n.rowid as seq from record_names as n cross join records as r on r.seq = n.rowid
      where record_names match ${match} and ${indexed} order by n.rowid ${order} limit ${most})
    union all select seq from (select r.seq as seq from records as r
      where r.seq > (${sql.raw(newest)}) and ${others} order by r.seq ${order} limit ${most})`;
};
