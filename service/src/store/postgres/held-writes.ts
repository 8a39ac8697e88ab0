import pg from 'pg';

type Query = (this: pg.ClientBase, ...query: unknown[]) => unknown;

/**
 * Combines statements that are requested in the same turn into one write to the socket: the driver writes each by itself, and system calls
 * take more than half of a read's cost. Statements requested in response to one message of the database are one write.
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
