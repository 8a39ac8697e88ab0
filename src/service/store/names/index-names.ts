import { sql, type RawBuilder } from 'kysely';
import { foldCase } from '../text.ts';
import { searchedKinds } from './searched-kinds.ts';

/** Records that are indexed at once: 1,000 take about 10 ms. */
const batchSize = 1000;
const newest = 'select coalesce(max(id), 0) from record_names_docsize';
const kinds = [...searchedKinds].map((kind) => `'${kind}'`).join(', ');

/** Those that are not indexed yet, by an index of their own (migration 7): what else there is, is not read. */
const unindexed = `from records where kind in (${kinds}) and seq > (${newest})`;

export const hasUnindexedNamesSql = `select exists (select 1 ${unindexed}) as found`;

/** Indexes the names of records that were inserted since it ran last, as many as a batch has. */
export const indexNamesSql = `insert into record_names (rowid, folded) select seq, folded ${unindexed} order by seq limit ${batchSize}`;

/** More than these narrow a search no further. */
const maxTrigrams = 16;

const listTrigrams = (text: string): readonly string[] => {
  const characters = [...foldCase(text)];
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''));
  return [...new Set(all)].slice(0, maxTrigrams);
};

/**
 * The numbers of records whose names may have all of these parts: those that have their trigrams, and those that are not indexed yet.
 * Undefined where no part has three characters.
 */
export const selectNameCandidates = (kind: string, scope: string, parts: readonly string[]): RawBuilder<unknown> | undefined => {
  const trigrams = parts.flatMap(listTrigrams).slice(0, maxTrigrams);
  if (trigrams.length === 0) return undefined;
  const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  return sql`select rowid from record_names where record_names match ${match}
    union all select seq from records where kind = ${kind} and scope = ${scope} and seq > (${sql.raw(newest)})`;
};
