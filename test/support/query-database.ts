import pg from 'pg';

/** Runs statements one after the other on a connection of their own; the rows of the last one. */
export const queryDatabase = async (url: string, ...statements: readonly string[]): Promise<readonly any[]> => {
  const client = new pg.Client({ connectionString: url });
  // A server that stops closes its connections; the statement fails by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: readonly any[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
};
