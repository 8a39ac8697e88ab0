import type pg from 'pg';
import type { Session } from '../dialect.ts';
import { sessionOf } from './session.ts';

/**
 * One unit of work in one transaction. An engine's error wins over whatever the work turned it into, and over its success:
 * PostgreSQL would answer ROLLBACK to the commit.
 */
export const unit = async <T>(pool: pg.Pool, begin: readonly string[], work: (session: Session) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const session = sessionOf(client);
  let usable = true;
  try {
    for (const statement of begin) await client.query(statement);
    const value = await work(session);
    session.end();
    if (session.broken() !== undefined) throw session.broken();
    await client.query('commit');
    return value;
  } catch (error) {
    session.end();
    // A connection that cannot even roll back is not given to the next unit.
    await client.query('rollback').catch(() => { usable = false; });
    throw session.broken() ?? error;
  } finally {
    client.release(!usable);
  }
};
