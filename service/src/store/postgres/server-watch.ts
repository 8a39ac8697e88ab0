import type pg from 'pg';

/**
 * Watches for servers that may have lost a commit which was visible: one that was started again, or another one at the same address. Then
 * transactions can have the numbers of lost ones. `lost` is called before the first answer of such a server is used.
 */
export const createServerWatch = (lost: () => void) => {
  let known: string | undefined;
  return (client: pg.ClientBase): void => {
    // The database closes its connections when one of its processes crashed, and starts again without a new time of its start.
    client.on('error', lost);
    const note = ({ rows: [row] }: pg.QueryResult<{ started: string }>): void => {
      if (known !== undefined && known !== row!.started) lost();
      known = row!.started;
    };
    client.query<{ started: string }>('select pg_postmaster_start_time()::text as started').then(note, () => {});
  };
};
