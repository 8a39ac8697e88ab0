import { fillSlots } from '../foreign-ids/request-slots.ts';
import { type Planted, reads } from './planted.ts';

/** Lists that count otherwise than the documents that their pages show, with one document on a page and with a hundred. */
export const judgeTotals = async ({ bench, twins, callers }: Planted): Promise<readonly string[]> => {
  const wrong = new Set<string>();
  for (const [caller, token] of callers)
    for (const request of reads)
      for (const values of [twins.shown, twins.hidden]) {
        const { line } = fillSlots(request, values);
        const ask = async (size: number) =>
          (await bench.request(`${line}${line.includes('?') ? '&' : '?'}page[size]=${size}`, undefined, { token })).body;
        const whole = await ask(100);
        if (whole?.meta?.pagination === undefined) continue;
        const totals = [whole.meta.pagination['total-count'], (await ask(1)).meta.pagination['total-count']];
        if (totals.some((total) => total !== whole.data.length))
          wrong.add(`${request.row} counts ${totals.join(' and ')} for ${caller}, and shows ${whole.data.length}`);
      }
  return [...wrong].sort();
};
