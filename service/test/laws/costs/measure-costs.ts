/** Prints what each operation costs as JSON, by its title. `run-measurement.ts` starts it, with the flags of Node that it needs. */
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../../src/store/sqlite/open-sqlite.ts';
import { createCountingStore } from '../statements/counting-store.ts';
import { ciOperations } from './ci-operations.ts';
import type { Costs } from './compare-costs.ts';
import { createCostWorld, type CostWorld, type PreparedRequest, prepareRequest } from './cost-world.ts';
import type { MeasuredOperations } from './operations.ts';
import { workspaceOperations } from './workspace-operations.ts';

/** Requests: the first ones fill caches and compile what they run. */
const warmUp = 8;
const measured = 15;

const collections = new PerformanceObserver(() => {});
collections.observe({ entryTypes: ['gc'] });

/** Objects of the heap, and buffers beside it. */
const usedBytes = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/**
 * Bytes that a request allocates, its response and what it leaves to be done included: the median, since now and then a request enlarges
 * a table that all of them share. One during which memory is collected has no figure; throws where most have none.
 */
const measureAllocations = async ({ send }: CostWorld, requests: readonly PreparedRequest[]): Promise<number> => {
  globalThis.gc!();
  await nextTurn();
  collections.takeRecords();
  const each: number[] = [];
  for (const request of requests) {
    const before = usedBytes();
    await send(request);
    await nextTurn();
    const bytes = usedBytes() - before;
    if (collections.takeRecords().length === 0) each.push(bytes);
  }
  if (each.length < measured / 2) throw new Error('memory was collected during most requests: the young generation is too small for them');
  return each.toSorted((one, other) => one - other)[each.length >> 1]!;
};

const counting = createCountingStore();
const counted = await createCostWorld(counting.store);
const allocating = await createCostWorld(await openSqlite({ memory: true }));

const measureOperation = async (prepare: MeasuredOperations[string]): Promise<Costs> => {
  const [request] = (await prepare(counted, 1)).map(prepareRequest);
  // The caller is known already, as that of most requests is.
  await counted.ask('GET /account/details');
  const { count } = await counting.measure(() => counted.send(request!));
  const requests = (await prepare(allocating, warmUp + measured)).map(prepareRequest);
  for (const one of requests.slice(0, warmUp)) await allocating.send(one);
  const bytesAllocated = await measureAllocations(allocating, requests.slice(warmUp));
  return { statements: count.statements, bytesWritten: count.bytesWritten, bytesAllocated };
};

const costs: Record<string, Costs> = {};
for (const [title, prepare] of Object.entries({ ...workspaceOperations, ...ciOperations })) costs[title] = await measureOperation(prepare);
console.log(JSON.stringify(costs));
