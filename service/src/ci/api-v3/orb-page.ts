import type { RequestContext } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { OrbRecord } from '../orbs/find-published.ts';
import type { CatalogOrb } from '../orbs/orb-catalog.ts';
import type { PublishedOrb } from '../orbs/orb-records.ts';
import { jsonCursor } from '../pages/page.ts';
import { createPageToken, readPageToken } from '../pages/page-token.ts';
import { queryParameter } from '../requests/read-request.ts';
import { pageLimit } from './parameters.ts';

/** Where a page begins: after so many files, or after the record with this number. */
interface OrbPosition {
  readonly files: number;
  readonly seq: number;
}
const cursor = jsonCursor<OrbPosition>();

interface OrbPage {
  readonly files: readonly CatalogOrb[];
  readonly records: readonly OrbRecord[];
  /** `page[cursor]` of the next page; null on the last one. */
  readonly next: string | null;
}

/** The page of a list that has the files first, then the published orbs of the filter by creation; undefined: none of them. */
export const readOrbPage = async (ctx: RequestContext, all: readonly CatalogOrb[], filter: RecordFilter | undefined): Promise<OrbPage> => {
  const list = `orb/packages ${JSON.stringify(filter ?? null)}`;
  const [limit, token] = [pageLimit(ctx, 100), queryParameter(ctx, 'page[cursor]')];
  const from = token === undefined ? { files: 0, seq: 0 } : cursor.decode(await readPageToken(ctx.tx, list, token));
  const files = all.slice(from.files, from.files + limit);
  const open = limit - files.length;
  const { records } = filter
    ? await ctx.tx.list<PublishedOrb>(
        { ...filter, seq: { after: from.seq } },
        { offset: 0, limit: open + 1, uncounted: true, order: { by: 'seq' } },
      )
    : { records: [] };
  const shown = records.slice(0, open);
  const isMore = from.files + files.length < all.length || records.length > open;
  const position = { files: from.files + files.length, seq: shown.at(-1)?.seq ?? from.seq };
  return { files, records: shown, next: isMore ? await createPageToken(ctx.tx, list, cursor.encode(position)) : null };
};
