import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { type ServiceProcess, startProcessWith } from '@slipway/test-support/service-processes';

/** In milliseconds. */
export const limits = { held: 50, health: 250, answer: 30_000 };
/** On a machine with other work, a process waits for its turn: what a body costs is the least of these many tries. */
const tries = 12;

const monitor = new URL('turns.mjs', import.meta.url).href;

export interface MonitoredProcess extends ServiceProcess {
  /** The longest time in milliseconds since the last call. */
  readHeld(): Promise<number>;
}

export const startMonitoredProcess = async (...args: string[]): Promise<MonitoredProcess> => {
  const service = await startProcessWith(['--import', monitor], ...args);
  return {
    ...service,
    readHeld: async () => {
      service.child.send('read');
      const [{ held }] = (await once(service.child, 'message')) as [{ held: number }];
      return held;
    },
  };
};

/** The longest answer of the health endpoint, in milliseconds, while the work runs. */
const watchHealth = async (address: string, work: () => Promise<void>): Promise<number> => {
  let [running, longest] = [true, 0];
  const watching = (async () => {
    while (running) {
      const start = performance.now();
      const { status } = await fetch(`${address}/_local/health`);
      assert.is(status, 200);
      longest = Math.max(longest, performance.now() - start);
      await pause(20);
    }
  })();
  try {
    await work();
  } finally {
    running = false;
  }
  await watching;
  return longest;
};

export interface Cost {
  readonly status: number;
  readonly held: number;
  readonly health: number;
}
/** In milliseconds. */
export type CostLimits = Pick<typeof limits, 'held' | 'health'>;
export const isTooMuch = ({ held, health }: Cost, most: CostLimits = limits): boolean => held > most.held || health > most.health;

/** What a request costs the service. `send` may be called several times; it resolves to the status. */
export const measureCost = async (
  service: Pick<MonitoredProcess, 'address' | 'readHeld'>,
  send: () => Promise<number>,
  most: CostLimits = limits,
): Promise<Cost> => {
  const measureOnce = async (): Promise<Cost> => {
    let status = 0;
    await service.readHeld();
    const health = await watchHealth(service.address, async () => {
      status = await send();
    });
    return { status, health, held: await service.readHeld() };
  };
  let least = await measureOnce();
  for (let again = 1; again < tries && isTooMuch(least, most); again++) {
    await pause(50);
    const next = await measureOnce();
    if (next.held + next.health < least.held + least.health) least = next;
  }
  return least;
};

export const describeCost = ({ status, held, health }: Cost): string =>
  `${status}, held for ${Math.round(held)} ms, health after ${Math.round(health)} ms`;
