import { openServiceClient, type ServiceClientOptions } from '../../../client/open-service-client.ts';
import { fastClock } from './clocks.ts';

let tokens = 0;

/** A line to a test's server: a token of its own (so a limiter of its own), a clock twenty times as fast, no luck in the jitter. */
export const clientTo = (address: string, more: Partial<ServiceClientOptions> = {}) =>
  openServiceClient({
    service: 'workspaces',
    address,
    token: `test-token-${++tokens}`,
    organization: 'acme',
    clock: fastClock(20),
    random: () => 0.5,
    ...more,
  });

/** The error that a promise is rejected with. */
export const rejectionOf = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
};

/** Every item, in order. */
export const collectAll = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};
