import type { RequestContext, RouteResponse } from '../../http/route.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { sequenceCursor, renderCiPage } from './page.ts';

/** How a list is turned over: so many at once, from the oldest or the newest. */
export interface CiPageOptions {
  readonly size?: number;
  readonly newestFirst?: true;
}

/** One page of what the filter finds, in order of insertion. */
export const renderCiRecords = <B>(
  asking: RequestContext,
  filter: RecordFilter,
  render: (records: readonly StoredRecord<B>[]) => readonly unknown[] | Promise<readonly unknown[]>,
  { size, newestFirst }: CiPageOptions = {},
): Promise<RouteResponse> =>
  renderCiPage<StoredRecord<B>, number>(asking, {
    listId: JSON.stringify([filter, newestFirst ?? false]),
    ...(size === undefined ? {} : { size }),
    cursor: sequenceCursor,
    positionOf: ({ seq }) => seq,
    render,
    find: async (from, limit) => {
      const seq = from === undefined ? {} : { seq: newestFirst ? { before: from } : { after: from } };
      return (
        await asking.tx.list<B>(
          { ...filter, ...seq },
          { offset: 0, limit, uncounted: true, order: { by: 'seq', ...(newestFirst ? { descending: true } : {}) } },
        )
      ).records;
    },
  });

/** A list that has no pages. */
export const renderCiList = (items: readonly unknown[]): RouteResponse => ({ status: 200, body: { items } });
