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
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? `'{}'` : `array[${value.map((one) => toSql(one, variables)).join(', ')}]`;
  const text = String(value);
  return variables
    .filter((variable) => text.includes(variable.text))
    .reduce(
      (sql, variable) => (text === variable.text ? variable.sql : `replace(${sql}, ${quote(variable.text)}, ${variable.sql})`),
      quote(text),
    );
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
  // Who only reads is answered before the end of the transaction.
  const ended = /^\s*(commit|rollback)\s*$/i.test(lines.at(-1) ?? '') || !/^\s*begin/i.test(lines[0] ?? '');
  return `${[...setup, ...[...lines, ...(ended ? [] : ['rollback'])].map((line) => `${line.trim()};`)].join('\n')}\n`;
};
