import type { EngineCommand, ModuleTestFigures } from '../runs/engine/engine-command.ts';
import type { RunAuthor, RunOptions } from '../runs/stored-parts.ts';

export type CommandStatus = 'pending' | 'running' | 'finished' | 'errored' | 'canceled';

/**
 * The body of a record of kind `engine-commands` (decision 171): a query of a workspace, id `qry-…`, or a test run of a module of the
 * registry, id `trun-…`; scope the workspace's or the module's id, key the id. Its log is stored like that of a plan, under its ID.
 */
export interface StoredEngineCommand {
  readonly command: EngineCommand;
  readonly organization: string;
  readonly status: CommandStatus;
  /** When it moves on by itself, ISO 8601; null: it is over, or the engine executes it. */
  readonly movesAt: string | null;
  readonly createdAt: string;
  /** When each status was reached. `force-canceled`: beside `canceled`. */
  readonly reached: { readonly [status in CommandStatus | 'force-canceled']?: string };
  /** The ID of a configuration version of the same scope. */
  readonly configurationVersion: string;
  /** A version or a constraint; absent: the latest that is installed. */
  readonly engineVersion?: string;
  readonly options?: Pick<RunOptions, 'variables'>;
  readonly source: string;
  /** Part of the signed address of its log. */
  readonly secret: string;
  readonly createdBy: RunAuthor;
  readonly canceledBy?: RunAuthor;
  /** Its cancellation was requested; from then on it can be canceled by force, ISO 8601. */
  readonly forceCancelAt?: string;
  /** The id of the runner that executes it with the engine. */
  readonly runner?: string;
  /** What the tests found; absent: they did not come to their end. */
  readonly tests?: ModuleTestFigures;
}

/** Links `all` → each command that is not over. */
export const activeCommandsLink = 'active-engine-commands';
/** Links `all` → each command that waits for a runner. */
export const queuedCommandsLink = 'queued-engine-commands';

export const isCommandOver = ({ status }: Pick<StoredEngineCommand, 'status'>): boolean => status !== 'pending' && status !== 'running';
