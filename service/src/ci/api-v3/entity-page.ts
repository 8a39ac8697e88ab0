import type { RequestContext } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord } from '../../store/store.ts';
import { createPageToken, readPageToken } from '../pages/page-token.ts';
import { sequenceCursor } from '../pages/page.ts';
import { queryParameter } from '../requests/read-request.ts';
import { pageLimit } from './parameters.ts';

interface PageOptions {
  /** The list and its filter, which are part of a cursor so that it is valid for that list only. */
  readonly list: string;
  /** Records on a page, at most. */
  readonly most: number;
  readonly newestFirst?: boolean;
}
interface EntityPage<B> {
  readonly records: readonly StoredRecord<B>[];
  /** `page[cursor]` of the next page; null on the last one. */
  readonly next: string | null;
}

/** The page of records that `page[limit]` and `page[cursor]` name, by creation. */
export const readEntityPage = async <B>(ctx: RequestContext, filter: RecordFilter, options: PageOptions): Promise<EntityPage<B>> => {
  const { list, most, newestFirst = false } = options;
  const [limit, cursor] = [pageLimit(ctx, most), queryParameter(ctx, 'page[cursor]')];
  const last = cursor === undefined ? undefined : sequenceCursor.decode(await readPageToken(ctx.tx, list, cursor));
  const range = last === undefined ? {} : { seq: newestFirst ? { before: last } : { after: last } };
  const { records } = await ctx.tx.list<B>(
    { ...filter, ...range },
    { offset: 0, limit: limit + 1, uncounted: true, order: { by: 'seq', ...(newestFirst ? { descending: true } : {}) } },
  );
  const page = records.slice(0, limit);
  const next = records.length > limit ? await createPageToken(ctx.tx, list, sequenceCursor.encode(page.at(-1)!.seq)) : null;
  return { records: page, next };
};
