import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Session } from '../dialect.ts';
import type { Row } from '../tables.ts';

/** Questions of one statement; SQLite takes 500. */
const together = 100;

class Hole {
  readonly name: string;
  constructor(name: string) { this.name = name; }
}

/**
 * Asks one question for each of these, many in one statement. It is built once, with holes where the values of each stand, and
 * its text is put together from copies: building a hundred took longer than the database does. The texts repeat, so they stay prepared.
 */
export const repeated = async <T extends object, R>(
  session: Session, all: readonly T[], question: (hole: (name: keyof T & string) => RawBuilder<unknown>) => Compilable<unknown>,
): Promise<readonly R[]> => {
  if (all.length === 0) return [];
  const { sql: text, parameters } = question((name) => sql`${new Hole(name)}`).compile();
  const valuesOf = (one: T): readonly unknown[] => parameters.map((value) => (value instanceof Hole ? (one as Record<string, unknown>)[value.name] : value));
  const copy = (index: number): string => (index === 0 ? text : text.replace(/\$(\d+)/g, (_whole, number) => `$${Number(number) + index * parameters.length}`));
  const found: Row[] = [];
  for (let at = 0; at < all.length; at += together) {
    const some = all.slice(at, at + together);
    found.push(...await session.rows(some.map((_one, index) => copy(index)).join(' union all '), some.flatMap(valuesOf)));
  }
  return found as unknown as readonly R[];
};
