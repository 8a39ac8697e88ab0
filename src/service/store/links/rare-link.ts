import { sql } from 'kysely';
import { type LinkFilter, selectByLink } from '../conditions.ts';
import type { SqlDialect, SqlSession } from '../sql-dialect.ts';
import type { RecordFilter } from '../store.ts';

/** As many records are looked up in the time in which a merge passes ten times as many. */
const fewRecords = 1000;

/** A link of the filter that few records have; undefined also where the session does not estimate. */
export const findRareLink = async (
  { dialect, session }: { readonly dialect: SqlDialect; readonly session: SqlSession },
  filter: RecordFilter,
): Promise<LinkFilter | undefined> => {
  if (!session.estimate) return undefined;
  for (const link of filter.linked ?? []) {
    if (link.self !== 'from' || link.not || !link.other) continue;
    const most = sql`select 1 from (${selectByLink(dialect, link)}) as linked limit ${fewRecords + 1}`;
    const question = sql`select count(*) as total from (${most}) as few`.compile(dialect.db);
    if ((await session.estimate(question)) <= fewRecords) return link;
  }
  return undefined;
};
