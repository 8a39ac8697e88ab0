import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord } from '../../store/store.ts';
import { sequenceCursor, renderCiPage } from './page.ts';

/** The number of items on a page, and the order. */
export interface CiPageOptions {
  readonly size?: number;
  readonly newestFirst?: true;
}

/** Renders one page of the records that match a filter, in insertion order. */
export const renderCiRecords = <B>(
  ctx: RequestContext,
  filter: RecordFilter,
  render: (records: readonly StoredRecord<B>[]) => readonly unknown[] | Promise<readonly unknown[]>,
  { size, newestFirst }: CiPageOptions = {},
): Promise<RouteResponse> =>
  renderCiPage<StoredRecord<B>, number>(ctx, {
    listId: JSON.stringify([filter, newestFirst ?? false]),
    ...(size === undefined ? {} : { size }),
    cursor: sequenceCursor,
    positionOf: ({ seq }) => seq,
    render,
    find: async (from, limit) => {
      const seq = from === undefined ? {} : { seq: newestFirst ? { before: from } : { after: from } };
      return (
        await ctx.tx.list<B>(
          { ...filter, ...seq },
          { offset: 0, limit, uncounted: true, order: { by: 'seq', ...(newestFirst ? { descending: true } : {}) } },
        )
      ).records;
    },
  });

/** Renders a list without pages. */
export const renderCiList = (items: readonly unknown[]): RouteResponse => ({ status: 200, body: { items } });
