import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SqlDialect } from '../sql-dialect.ts';
import { isStorable } from '../text.ts';
import type { GroupColumn, FigureSource } from './figure-source.ts';
import type { JobFilter, RunFilter } from './figures.ts';

type Condition = RawBuilder<SqlBool>;

const matchGiven = (dialect: SqlDialect, column: string, values: readonly string[] | undefined): readonly Condition[] => {
  if (values === undefined) return [];
  const possible = values.filter(isStorable);
  return [
    possible.length === 0
      ? sql`1 = 0`
      : possible.length === 1
        ? sql`${sql.ref(column)} = ${possible[0]}`
        : dialect.isAnyOf(sql.ref(column), possible),
  ];
};
type TimeWindow = { readonly from: number; readonly to: number };
const isInWindow = (column: string, { from, to }: TimeWindow): Condition =>
  sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
/**
 * The condition of a time window for a query that an index in another order answers: the plus sign keeps SQLite from choosing the index by
 * time.
 */
const isInWindowUnindexed = (column: string, { from, to }: TimeWindow): Condition =>
  sql`+${sql.ref(column)} >= ${from} and +${sql.ref(column)} < ${to}`;

/** Milliseconds from which on a window is long. */
const longWindow = 20 * 86_400_000;

const createSource = (table: FigureSource['table'], start: string, window: TimeWindow, conditions: readonly Condition[]): FigureSource => ({
  table,
  startColumn: start,
  isLong: window.to - window.from >= longWindow,
  scanConditions: [isInWindow(start, window), ...conditions],
  orderedConditions: [isInWindowUnindexed(start, window), ...conditions],
});

export const createRunSource = (dialect: SqlDialect, { of, names, branches, ...window }: RunFilter): FigureSource => {
  const [column, id] = 'project' in of ? ['project', of.project] : ['organization', of.organization];
  return createSource('workflow_runs', 'created_at', window, [
    sql`${sql.ref(column)} = ${id}`,
    ...matchGiven(dialect, 'name', names),
    ...matchGiven(dialect, 'branch', branches),
    sql`status <> 'not_run'`,
  ]);
};
export const createJobSource = (
  dialect: SqlDialect,
  { project, workflow, names, nameContains, branches, ...window }: JobFilter,
): FigureSource =>
  createSource('job_runs', 'started_at', window, [
    isStorable(workflow) ? sql`project = ${project} and workflow = ${workflow}` : sql`1 = 0`,
    ...matchGiven(dialect, 'name', names),
    ...matchGiven(dialect, 'branch', branches),
    ...(nameContains === undefined
      ? []
      : [isStorable(nameContains) ? dialect.contains(sql.ref('name'), nameContains) : sql<SqlBool>`1 = 0`]),
  ]);

export const toGroupColumns = (...columns: readonly ('project' | 'name' | 'branch')[]): readonly GroupColumn[] =>
  columns.map((as) => ({ as, column: sql.ref(as) }));
/** Written out and not a parameter: what is selected and what is grouped by must be one text. */
export const toBucketColumn = (start: string, milliseconds: number): GroupColumn => ({
  as: 'bucket',
  column: sql`${sql.ref(start)} - ${sql.ref(start)} % ${sql.lit(milliseconds)}`,
});
