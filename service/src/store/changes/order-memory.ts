import type { IndexedOrder } from '../sql-dialect.ts';

/** The most numbers in all kept orders together, 8 bytes each. */
const mostNumbers = 2_000_000;

/** Keeps orders by name. Beyond the limit the oldest are dropped. */
export const createOrderMemory = <O extends { readonly sequence: Float64Array }>(most = mostNumbers) => {
  const orders = new Map<string, O>();
  const countNumbers = (): number => [...orders.values()].reduce((sum, { sequence }) => sum + sequence.length, 0);
  return {
    find: ({ name }: IndexedOrder): O | undefined => orders.get(name),
    keep({ name }: IndexedOrder, order: O): void {
      orders.delete(name);
      orders.set(name, order);
      while (orders.size > 1 && countNumbers() > most) orders.delete(orders.keys().next().value!);
    },
  };
};
