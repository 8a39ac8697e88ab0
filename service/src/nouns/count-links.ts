import type { LoadValues } from './noun-record.ts';

/** The number of links of a kind of each record of a page: `to` counts what links to it, `from` what it links to. */
export const countLinks =
  (kind: string, side: 'from' | 'to'): LoadValues =>
  async (ctx, records) => {
    const counts = new Map(records.map(({ id }) => [id, 0]));
    const ids = [...counts.keys()];
    for (const link of await ctx.tx.listLinks(kind, side === 'to' ? { to: ids } : { from: ids }))
      counts.set(link[side], counts.get(link[side])! + 1);
    return counts;
  };
