import { type KeptOrder, mostMoved } from '../changes/kept-order.ts';
import { createOrderMemory } from '../changes/order-memory.ts';
import type { IndexedOrder } from '../sql-dialect.ts';
import type { ChangeLog } from './change-log.ts';
import { type Ask, readOrdered } from './read-numbers.ts';
import type { PortionedReader } from './portioned-reader.ts';

interface ReadOrder {
  readonly sequence: Float64Array;
  /** Up to where the log is known to it. */
  readonly place: number;
}

/** The order as it is now; undefined: it is not known. Links have no place in an order. */
const followChanges = (log: ChangeLog, { kind }: IndexedOrder, { sequence, place }: ReadOrder): KeptOrder | undefined => {
  const changes = log.since(place);
  if (!changes) return undefined;
  const numbers = changes.flatMap((change) => (change.kind === kind && change.number !== undefined ? [change.number] : []));
  return { sequence, changed: new Set(numbers), newest: Infinity };
};

/**
 * Orders of lists on SQLite, for pages far from the beginning. An order is read in the background after the first request for such a page,
 * and again when many records have moved; until then the change log lists those.
 */
export const createOrdersFromLog = (log: ChangeLog, ask: Ask, read: PortionedReader) => {
  const memory = createOrderMemory<ReadOrder>();
  const reading = new Set<string>();
  const readAgain = (order: IndexedOrder): void => {
    if (reading.has(order.name)) return;
    reading.add(order.name);
    const place = log.end();
    read(
      readOrdered(ask, order, {
        isWanted: () => log.since(place) !== undefined,
        finish(sequence) {
          reading.delete(order.name);
          if (sequence) memory.keep(order, { sequence, place });
        },
      }),
    );
  };
  /** Undefined: it is read in the background. */
  return (order: IndexedOrder): KeptOrder | undefined => {
    const known = memory.find(order);
    const now = known && followChanges(log, order, known);
    if (!now || now.changed.size > mostMoved) readAgain(order);
    return now;
  };
};
