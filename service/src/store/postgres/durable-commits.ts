import type pg from 'pg';

type Results = readonly { readonly command: string }[];

/**
 * How a group of units is committed (decision 177).
 *
 * `apart`: the commit ends the locks of the group at once, and a second, empty transaction on the same connection waits for the disk, and
 * for synchronous replicas where there are some, as this database is set up to. Its place in the log is after the group's, so the group is
 * durable when it is answered. The next holder of the locks reads and writes meanwhile, and is answered later.
 *
 * `together`: the locks are held until the disk has it. For users without the right to write a message into the log.
 */
export type CommitMode = 'apart' | 'together';

/** The statement after `begin` of a transaction that is committed in this way. */
export const buildCommitSetting = (mode: CommitMode): readonly string[] => (mode === 'apart' ? ['set local synchronous_commit = off'] : []);

const commitSql = { apart: `commit; select pg_logical_emit_message(true, 'slipway', '')`, together: 'commit' };

/** Resolves with the command that the database carried out, `COMMIT` or `ROLLBACK`, when that is durable. */
export const commitDurably = async (client: pg.ClientBase, mode: CommitMode): Promise<string> => {
  const results = (await client.query(commitSql[mode])) as unknown as Results | Results[number];
  return ('command' in results ? results : results[0]!).command;
};

/** By the name of the function: its parameters differ between versions of PostgreSQL. */
const rightSql = `select coalesce(bool_and(has_function_privilege(oid, 'execute')), false) as may from pg_catalog.pg_proc
  where proname = 'pg_logical_emit_message'`;

export const findCommitMode = async (client: pg.ClientBase): Promise<CommitMode> =>
  (await client.query<{ may: boolean }>(rightSql)).rows[0]!.may ? 'apart' : 'together';
