import type { LoadValues } from './noun-record.ts';

/** The number of links of a kind of each record of a page: `to` counts what links to it, `from` what it links to. */
export const countLinks =
  (kind: string, side: 'from' | 'to'): LoadValues =>
  async (ctx, records) => {
    const ids = records.map(({ id }) => id);
    const counts = await ctx.tx.countLinks(kind, side === 'to' ? { to: ids } : { from: ids });
    return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
  };
