/** The rows that PostgreSQL reads for lists, from its plans. */
import pg from 'pg';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
export interface RowsRead {
  /** Of tables. */
  readonly rows: number;
  /** Entries of indexes, whose rows are not read. */
  readonly entries: number;
}

const sumNodes = (node: PlanNode): RowsRead => {
  const own =
    node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const isEntry = node['Node Type'] === 'Index Only Scan';
  const below = (node.Plans ?? []).map(sumNodes);
  return {
    rows: (isEntry ? 0 : own) + below.reduce((sum, { rows }) => sum + rows, 0),
    entries: (isEntry ? own : 0) + below.reduce((sum, { entries }) => sum + entries, 0),
  };
};

type Asked = { readonly text: string; readonly values?: readonly unknown[] };

/** What PostgreSQL reads for the statements of a piece of work that ask for records. */
export const countRead = async (client: pg.Client, work: () => Promise<unknown>): Promise<readonly RowsRead[]> => {
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  const asked: Asked[] = [];
  prototype.query = function (this: unknown, ...given) {
    const [first] = given as [string | Asked];
    if (typeof first !== 'string' && /^select .*"(kind|seq)"/.test(first.text)) asked.push(first);
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  const plans: RowsRead[] = [];
  for (const { text, values } of asked) {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values as unknown[]);
    plans.push(sumNodes((rows[0]['QUERY PLAN'] as readonly { readonly Plan: PlanNode }[])[0]!.Plan));
  }
  return plans;
};
