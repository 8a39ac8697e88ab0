import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { storable } from '../text.ts';
import type { By, Source } from './counting.ts';
import type { JobFilter, RunFilter } from './figures.ts';

type Condition = RawBuilder<SqlBool>;

const amongGiven = (dialect: Dialect, column: string, values: readonly string[] | undefined): readonly Condition[] => {
  if (values === undefined) return [];
  const possible = values.filter(storable);
  return [possible.length === 0 ? sql`1 = 0` : possible.length === 1 ? sql`${sql.ref(column)} = ${possible[0]}` : dialect.among(sql.ref(column), possible)];
};
type Part = { readonly from: number; readonly to: number };
const between = (column: string, { from, to }: Part): Condition => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
/** The same for a question that an index in another order answers: the sign keeps SQLite from taking the one by time. */
const besides = (column: string, { from, to }: Part): Condition => sql`+${sql.ref(column)} >= ${from} and +${sql.ref(column)} < ${to}`;

/** Milliseconds from which on a window is long. */
const long = 20 * 86_400_000;

const sourceOf = (table: Source['table'], start: string, window: Part, conditions: readonly Condition[]): Source =>
  ({ table, start, isLong: window.to - window.from >= long, where: [between(start, window), ...conditions], ordered: [besides(start, window), ...conditions] });

export const runSource = (dialect: Dialect, { of, names, branches, ...window }: RunFilter): Source => {
  const [column, id] = 'project' in of ? ['project', of.project] : ['organization', of.organization];
  return sourceOf('workflow_runs', 'created_at', window, [sql`${sql.ref(column)} = ${id}`, ...amongGiven(dialect, 'name', names), ...amongGiven(dialect, 'branch', branches), sql`status <> 'not_run'`]);
};
export const jobSource = (dialect: Dialect, { project, workflow, names, nameContains, branches, ...window }: JobFilter): Source => sourceOf('job_runs', 'started_at', window, [
  storable(workflow) ? sql`project = ${project} and workflow = ${workflow}` : sql`1 = 0`, ...amongGiven(dialect, 'name', names), ...amongGiven(dialect, 'branch', branches),
  ...(nameContains === undefined ? [] : [storable(nameContains) ? dialect.contains(sql.ref('name'), nameContains) : sql<SqlBool>`1 = 0`]),
]);

export const by = (...columns: readonly ('project' | 'name' | 'branch')[]): readonly By[] => columns.map((as) => ({ as, column: sql.ref(as) }));
/** Written out and not a parameter: what is selected and what is grouped by must be one text. */
export const bucketOf = (start: string, milliseconds: number): By => ({ as: 'bucket', column: sql`${sql.ref(start)} - ${sql.ref(start)} % ${sql.lit(milliseconds)}` });
