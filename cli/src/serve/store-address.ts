import { resolve } from 'node:path';
import { CliError } from '../cli-error.ts';

export interface StoreOptions {
  readonly data?: string;
  readonly inMemory?: boolean;
  readonly postgres?: string;
  readonly postgresReplica?: string;
  readonly acceptLoss?: boolean;
}

const isPostgresAddress = (text: string): boolean => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);

/** The address of the store for openStore. Throws a CliError, without the password, for an invalid database address. */
export const storeAddress = ({ data = '.slipway/data', inMemory, postgres }: StoreOptions): string => {
  if (postgres === undefined) return inMemory ? 'memory' : resolve(data);
  if (!isPostgresAddress(postgres))
    throw new CliError('--postgres (or SLIPWAY_POSTGRES) takes an address such as postgres://user:password@host:5432/database.', 2);
  return postgres;
};

/** Throws a CliError, without the password, for an invalid address, or a replica without a primary. */
export const replicaAddress = ({ postgres, postgresReplica }: StoreOptions): string | undefined => {
  if (postgresReplica === undefined) return undefined;
  if (!isPostgresAddress(postgresReplica))
    throw new CliError(
      '--postgres-replica (or SLIPWAY_POSTGRES_REPLICA) takes an address such as postgres://user:password@host:5432/database.',
      2,
    );
  if (postgres === undefined) throw new CliError('--postgres-replica needs --postgres: the database that it is a replica of.', 2);
  return postgresReplica;
};

/** The address as messages show it: never with a password. */
export const describeStore = (options: StoreOptions): string => {
  if (options.postgres === undefined) return options.inMemory ? 'in memory; lost when the process ends' : storeAddress(options);
  try {
    const { hostname, port, pathname } = new URL(options.postgres);
    return `PostgreSQL at ${hostname}${port && `:${port}`}${pathname}`;
  } catch {
    return 'PostgreSQL';
  }
};
