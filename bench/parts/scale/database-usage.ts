import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const ticksPerSecond = 100;

/** The fields of a process after its name, from its state on. */
const readFields = (pid: number | string): readonly string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

const tryFields = (pid: string): readonly string[] | undefined => {
  try {
    return readFields(pid);
  } catch {
    // It ended meanwhile.
    return undefined;
  }
};

const sumTicks = (fields: readonly string[], names: readonly number[]): number => names.reduce((sum, at) => sum + Number(fields[at]), 0);

/** The process id of the server that runs on this machine: the parent of who answers. */
export const findServerProcess = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return Number(readFields(rows[0]!.pid)[1]);
  } finally {
    await client.end();
  }
};

/** Seconds of processor time of the server: of its processes, and of those that have ended. */
export const databaseSeconds = (server: number): number => {
  // User and system time; then the same of children that have ended.
  const own = sumTicks(readFields(server), [11, 12, 13, 14]);
  let sum = own;
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? tryFields(name) : undefined;
    if (fields && Number(fields[1]) === server) sum += sumTicks(fields, [11, 12]);
  }
  return sum / ticksPerSecond;
};

/** As autovacuum has done where rows were not inserted within a minute: until then the planner takes the tables for empty. */
export const refreshStatistics = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const table of ['records', 'links', 'record_members']) await client.query(`vacuum analyze slipway.${table}`);
  } finally {
    await client.end();
  }
};
