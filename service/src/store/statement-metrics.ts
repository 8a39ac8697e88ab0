export type StatementKind = 'select' | 'insert' | 'update' | 'delete' | 'transaction' | 'other';

/** The statements of one kind since the store was opened. */
export interface StatementFigures {
  readonly kind: StatementKind;
  readonly count: number;
  /** From sending a statement until its answer is here, added up: those that wait side by side count each. */
  readonly seconds: number;
}
export interface StatementMetrics {
  /** Keeps the kind of the statement, and nothing of its text. */
  record(sql: string, milliseconds: number): void;
  list(): readonly StatementFigures[];
}

const kinds: readonly StatementKind[] = ['select', 'insert', 'update', 'delete', 'transaction', 'other'];

/** By the first three letters. What makes or ends a transaction or a savepoint is one kind. */
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

/** Is told of each statement when its answer is here, in the asynchronous context of who sent it. */
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
