import { type KeptOrder, mostMoved } from '../changes/kept-order.ts';
import type { Marks, MarkedSnapshot } from '../changes/marked-changes.ts';
import type { NumberSet } from '../changes/number-set.ts';
import { createOrderMemory } from '../changes/order-memory.ts';
import type { IndexedOrder, NumberedPart, SqlSession } from '../sql-dialect.ts';

type Query = SqlSession['query'];
interface ReadOrder {
  readonly sequence: Float64Array;
  readonly marks: Marks;
  readonly newest: number;
  /** When the order was read, by `performance.now()`. */
  readonly at: number;
}
type OrderedPart = Pick<NumberedPart, 'isNear'> & { readonly order: IndexedOrder };

const readSequence = async (query: Query, { select }: IndexedOrder): Promise<Float64Array> => {
  const { sql, parameters } = select();
  const [row] = await query(`select json_agg(seq)::text as numbers from (${sql}) as found`, parameters);
  return Float64Array.from(JSON.parse((row!.numbers as string | null) ?? '[]') as readonly number[]);
};

const isEarlier = ({ marks }: MarkedSnapshot, known: ReadOrder): boolean =>
  Object.entries(known.marks).some(([mark, value]) => BigInt(marks[mark]!) < BigInt(value));

const countNew = ({ newest }: ReadOrder, found: NumberSet | undefined): number => found?.listAfter(newest).length ?? 0;

/** Whether the order was read not long ago, by its length: a number is read in a microsecond, so this takes a hundredth of the time. */
const isRecent = ({ sequence, at }: ReadOrder): boolean => performance.now() - at < sequence.length / 10;

/**
 * Orders of lists of an organization, for pages far from the beginning and of short lists. An order is read with the second request for
 * such a page, because a single page costs less without it. Afterwards the rows of `changes` have the records that moved since.
 */
export const createKeptOrders = () => {
  let memory = createOrderMemory<ReadOrder>();
  const asked = new Set<string>();
  /** Remembers the first request by name, which costs little memory for any number of organizations; returns whether it was the first. */
  const noteFirst = (name: string): boolean => {
    if (asked.has(name)) return false;
    if (asked.size >= 1000) asked.clear();
    asked.add(name);
    return true;
  };
  return {
    forget: (): void => void (memory = createOrderMemory()),
    /** What has to be known of changes: those since these marks. */
    marksOf: (order: IndexedOrder | undefined): Marks | undefined => order && memory.find(order)?.marks,
    /** The order as it is in a snapshot, for a list of these records; undefined: it is not known. */
    async find(query: Query, { order, isNear }: OrderedPart, snapshot: MarkedSnapshot, found?: NumberSet): Promise<KeptOrder | undefined> {
      const known = memory.find(order);
      const changed = known && snapshot.changedSince(known.marks);
      if (known && changed && changed.length + countNew(known, found) <= mostMoved)
        return { sequence: known.sequence, changed: new Set(changed), newest: known.newest };
      if (known ? isEarlier(snapshot, known) || (isNear && isRecent(known)) : noteFirst(order.name)) return undefined;
      const sequence = await readSequence(query, order);
      memory.keep(order, { sequence, marks: snapshot.marks, newest: snapshot.newest, at: performance.now() });
      return { sequence, changed: new Set(), newest: snapshot.newest };
    },
  };
};
