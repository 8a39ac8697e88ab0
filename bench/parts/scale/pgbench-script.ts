import type { RecordedStatement } from './record-statements.ts';

/** A text that stands in recorded parameters, and the SQL that stands there instead in each transaction. */
export interface Variable {
  readonly text: string;
  readonly sql: string;
}

/** pgbench takes a colon and a word for a variable, within quotes, too. */
const quote = (text: string): string => {
  const quoted = text.replaceAll("'", "''");
  return text.includes(':') ? `U&'${quoted.replaceAll('\\', '\\\\').replaceAll(':', '\\003A')}'` : `'${quoted}'`;
};

const toSql = (value: unknown, variables: readonly Variable[]): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean')
    return variables.find(({ text }) => text === String(value))?.sql ?? String(value);
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : `array[${value.map((one) => toSql(one, variables)).join(', ')}]`;
  const text = String(value);
  // A number stands for itself alone.
  const used = variables.filter((variable) => text === variable.text || (text.includes(variable.text) && !/^\d+$/.test(variable.text)));
  const sql = used.reduce(
    (made, variable) => (text === variable.text ? variable.sql : `replace(${made}, ${quote(variable.text)}, ${variable.sql})`),
    quote(text),
  );
  // A literal takes the type of its column, and the result of a function does not.
  return used.length > 0 && text.startsWith('{') ? `(${sql})::json` : sql;
};

/** Who only reads is answered before the end of the transaction, which travels later: here it ends before the next one begins. */
const endTransactions = (lines: readonly string[]): readonly string[] => {
  const all: string[] = [];
  let open = false;
  for (const line of lines) {
    const begins = /^\s*begin/i.test(line);
    if (begins && open) all.push('rollback');
    if (begins) open = true;
    if (/^\s*(commit|rollback)\s*$/i.test(line)) open = false;
    all.push(line);
  }
  return open ? [...all, 'rollback'] : all;
};

/** A script for pgbench with the statements, one after the other as a transaction; `setup`: lines that set its variables. */
export const buildPgbenchScript = (
  statements: readonly RecordedStatement[],
  variables: readonly Variable[],
  setup: readonly string[],
): string => {
  const lines = statements.flatMap(({ text, values }) =>
    values.length > 0 ? [text.replaceAll(/\$(\d+)/g, (_, at) => toSql(values[Number(at) - 1], variables))] : text.split(';'),
  );
  return `${[...setup, ...endTransactions(lines)].map((line) => `${line.trim()};`).join('\n')}\n`.replaceAll(/^(\\set .*);$/gm, '$1');
};
