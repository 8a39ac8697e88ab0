import type { SqliteConnection } from './sqlite-connection.ts';

/** A table whose rows wait for the end of their transaction. */
export interface LateTable {
  readonly name: string;
  /** Its one value is a list of rows in JSON, each a list of texts. */
  readonly insert: string;
}

export const describeLateTable = (name: string, columns: readonly string[]): LateTable => {
  const values = columns.map((_, index) => `value ->> ${index}`).join(', ');
  return { name, insert: `insert into ${name} (${columns.join(', ')}) select ${values} from json_each(?) returning "seq"` };
};

/**
 * Rows of a table that the units of one transaction write, in one statement at its end: a separate statement for each entry of the audit
 * trail took an eighth of a create.
 */
export interface LateRows {
  add(values: readonly string[]): void;
  /** Writes what waits before this statement looks at the table. Whether it wrote anything. */
  writeBefore(sql: string): boolean;
  /** The unit is over: its rows are written with the transaction. */
  release(): void;
  /** The unit is undone: its rows are dropped, and those of units before it wait again. */
  undo(): void;
  write(): void;
}

export const createLateRows = (connection: SqliteConnection, { name, insert }: LateTable): LateRows => {
  let released: (readonly string[])[] = [];
  let own: (readonly string[])[] = [];
  /** Rows of earlier units that were written since this unit began. */
  let written: (readonly string[])[] = [];
  const write = (): void => {
    if (released.length + own.length === 0) return;
    connection.query(insert, [JSON.stringify([...released, ...own])]);
    written = [...written, ...released];
    [released, own] = [[], []];
  };
  return {
    add: (row) => void own.push(row),
    writeBefore(sql) {
      if (released.length + own.length === 0 || !sql.includes(name)) return false;
      write();
      return true;
    },
    release() {
      released.push(...own);
      [own, written] = [[], []];
    },
    undo() {
      released = [...written, ...released];
      [own, written] = [[], []];
    },
    write,
  };
};
