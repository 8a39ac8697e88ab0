export type StatementKind = 'select' | 'insert' | 'update' | 'delete' | 'transaction' | 'other';

/** The statements of one kind since the store was opened. */
export interface StatementFigures {
  readonly kind: StatementKind;
  readonly count: number;
  /** Sum of the seconds from sending a statement to its answer; parallel statements count each. */
  readonly seconds: number;
}
export interface StatementMetrics {
  /** Counts a statement by its kind; its text is not kept. */
  record(sql: string, milliseconds: number): void;
  list(): readonly StatementFigures[];
}

const kinds: readonly StatementKind[] = ['select', 'insert', 'update', 'delete', 'transaction', 'other'];

/** Kinds by the first three letters. Statements that begin or end a transaction or a savepoint are one kind. */
const kindsByBeginning: ReadonlyMap<string, StatementKind> = new Map([
  ['sel', 'select'],
  ['ins', 'insert'],
  ['upd', 'update'],
  ['del', 'delete'],
  ['beg', 'transaction'],
  ['com', 'transaction'],
  ['rol', 'transaction'],
  ['sav', 'transaction'],
  ['rel', 'transaction'],
]);

/** The kind of a statement; of several in one text, that of the first. What begins with `with` may write at its end, or between. */
export const findStatementKind = (sql: string): StatementKind => {
  const beginning = sql.slice(0, 3);
  if (beginning === 'wit') return sql.includes('update slipway.') ? 'update' : sql.includes('delete from slipway.') ? 'delete' : 'select';
  return kindsByBeginning.get(beginning) ?? 'other';
};

/** Called with each answered statement, in the asynchronous context of its sender. */
export type StatementObserver = (sql: string, milliseconds: number) => void;

export const createStatementMetrics = (observe?: StatementObserver): StatementMetrics => {
  const figures = new Map(kinds.map((kind) => [kind, { kind, count: 0, seconds: 0 }]));
  return {
    record: (sql, milliseconds) => {
      const found = figures.get(findStatementKind(sql))!;
      found.count += 1;
      found.seconds += milliseconds / 1000;
      observe?.(sql, milliseconds);
    },
    list: () => [...figures.values()],
  };
};
