import type { SqlSession } from '../sql-dialect.ts';
import { buildWordsSql, createNumberSet, type NumberSet } from './number-set.ts';

type Query = SqlSession['query'];
/** The count of the records of a kind in one scope, perhaps with further conditions. */
export interface CountStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
}

const count = 'select count(*) as "total" ';
/** The beginnings of statements of count-question.ts and grouped-statements.ts, of which the numbers of a group are found first. */
const ofScope = `${count}from "slipway"."records" as "r" where "r"."kind" = $1 and "r"."scope" = $2`;
const ofGroup = [
  `${count}from (select m.seq from slipway.record_members as m where m.kind = $1 and m.scope = $2`,
  `${count}from (select s.seq from slipway.records as s where s.kind = $1 and $2 <> ''`,
];
const isOfGroup = (sql: string): boolean => ofGroup.some((start) => sql.startsWith(start));
export const isCountOfScope = (sql: string): boolean => sql.startsWith(ofScope) || isOfGroup(sql);
const numberIn = (sql: string): string => (isOfGroup(sql) ? 'n.seq' : '"r"."seq"');

/** Whether a record's own row, and the links from it, decide whether it is counted. */
export const isDecidedByRecord = ({ sql }: CountStatement): boolean => !/"l"\."to" = "r"\."id"|"links" as "o"/.test(sql);

export const readTotal = async (query: Query, { sql, values, name }: CountStatement): Promise<number> =>
  (await query(sql, values, name))[0]!.total as number;

const selectNumbers = ({ sql }: CountStatement): string => `select ${numberIn(sql)} as seq ${sql.slice(count.length)}`;

/** The numbers of the records that it counts. */
export const readNumbers = async (query: Query, statement: CountStatement): Promise<NumberSet> => {
  const [row] = await query(buildWordsSql(selectNumbers(statement)), statement.values);
  return createNumberSet(JSON.parse((row!.words as string | null) ?? '[]') as readonly (readonly [number, number])[]);
};

/** Which records it counts, of those with a higher number and of the given others. */
export const readAmong = async (
  query: Query,
  statement: CountStatement,
  newest: number,
  others: readonly number[],
): Promise<readonly number[]> => {
  const numbers = selectNumbers(statement);
  const [after, list] = [`$${statement.values.length + 1}::bigint`, `$${statement.values.length + 2}::bigint[]`];
  const number = numberIn(statement.sql);
  const text = `${numbers} and ${number} > ${after} union all ${numbers} and ${number} <= ${after} and ${number} = any(${list})`;
  return (await query(text, [...statement.values, newest, others])).map(({ seq }) => seq as number);
};
