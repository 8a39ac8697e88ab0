import type pg from 'pg';
import type { LateWrites } from '../late-writes.ts';

const sequence = 'slipway.records_seq_seq';
/** A statement without parameters: it is one of those that begin a transaction. */
export const buildReserveSql = (count: number): string =>
  `select json_agg(nextval('${sequence}'))::text as numbers from generate_series(1, ${count})`;

/** A transaction that inserts more than it reserved reserves so many at once. */
const more = 200;

export const parseNumbers = (row: { readonly numbers: string }): readonly number[] => JSON.parse(row.numbers) as number[];

/** Numbers of new records, in their order: first those that the transaction reserved when it began. */
export const createRecordNumbers = (client: pg.PoolClient, reserved: () => readonly number[]): LateWrites['nextNumber'] => {
  let numbers: readonly number[] | undefined;
  let next = 0;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const { rows } = await client.query<{ numbers: string }>(buildReserveSql(more));
    [numbers, next, asking] = [parseNumbers(rows[0]!), 0, undefined];
  };
  const take = (): number | undefined => (numbers ??= reserved())[next++];
  const wait = async (): Promise<number> => {
    for (;;) {
      await (asking ??= ask());
      const number = take();
      if (number !== undefined) return number;
    }
  };
  return () => take() ?? wait();
};
