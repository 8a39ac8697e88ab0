import type { ServiceProcess } from '../service-process.ts';

/** The ids of a collection, until there are so many. The path may have a query. */
export const listIds = async (service: ServiceProcess, path: string, count: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (let number = 1; ids.length < count; number++) {
    const page = await service.ask('GET', `${path}${path.includes('?') ? '&' : '?'}page%5Bsize%5D=100&page%5Bnumber%5D=${number}`);
    ids.push(...(page.data as readonly { id: string }[]).map(({ id }) => id));
    if (page.data.length < 100) break;
  }
  return ids;
};
