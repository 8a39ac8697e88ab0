import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { SqlSession } from '../sql-dialect.ts';
import type { SqlRow } from '../sql-row.ts';

/** Questions of one statement; SQLite takes 500. */
const batchSize = 100;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Runs one query for each of these inputs, many in one statement. The query is built once with placeholders, and the statement's text is
 * put together from copies: building a hundred queries took longer than the database needs. The texts repeat, so they stay prepared.
 */
export const repeatQuery = async <T extends object, R>(
  session: SqlSession,
  all: readonly T[],
  question: (hole: (name: keyof T & string) => RawBuilder<unknown>) => Compilable<unknown>,
): Promise<readonly R[]> => {
  if (all.length === 0) return [];
  const { sql: text, parameters } = question((name) => sql`${new Placeholder(name)}`).compile();
  const valuesOf = (one: T): readonly unknown[] =>
    parameters.map((value) => (value instanceof Placeholder ? (one as Record<string, unknown>)[value.name] : value));
  const copy = (index: number): string =>
    index === 0 ? text : text.replace(/\$(\d+)/g, (_whole, number) => `$${Number(number) + index * parameters.length}`);
  const found: SqlRow[] = [];
  for (let at = 0; at < all.length; at += batchSize) {
    const some = all.slice(at, at + batchSize);
    found.push(...(await session.query(some.map((_one, index) => copy(index)).join(' union all '), some.flatMap(valuesOf))));
  }
  return found as unknown as readonly R[];
};
