import pg from 'pg';

type Query = (this: pg.ClientBase, ...query: unknown[]) => unknown;

/**
 * Has the statements that are asked for in the same turn leave together: the driver writes each by itself, and the system calls take more
 * than half of what a read costs. What is asked for in answer to one message of the database is one write.
 */
export const holdWrites = (client: pg.PoolClient): void => {
  const { stream } = client.connection;
  let isHeld = false;
  const release = (): void => {
    isHeld = false;
    stream.uncork();
  };
  const query: Query = (...args) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(release);
    }
    return (pg.Client.prototype.query as Query).apply(client, args);
  };
  client.query = query as typeof client.query;
};
