import { CliError } from '../cli-error.ts';
import { findWorkspace, type WorkspaceClient } from '../state/workspace-client.ts';

/** A run as the service shows it. */
export interface Run {
  readonly id: string;
  readonly status: string;
  readonly message: string;
  readonly createdAt: string;
  readonly isDestroy: boolean;
  readonly planOnly: boolean;
  /** What the service permits now: `confirm`, `discard`, `cancel`, `force-cancel`. */
  readonly actions: readonly RunAction[];
  readonly planId: string | null;
  readonly applyId: string | null;
}
export type RunAction = 'confirm' | 'discard' | 'cancel' | 'force-cancel';

interface RunDocument {
  readonly id: string;
  readonly attributes: {
    readonly status: string;
    readonly message: string | null;
    readonly 'created-at': string;
    readonly 'is-destroy': boolean;
    readonly 'plan-only': boolean;
    readonly actions?: { readonly [name: `is-${string}able`]: boolean };
  };
  readonly relationships?: { readonly [name: string]: { readonly data?: { readonly id: string } | null } | undefined };
}

/** The member of `actions` that says whether an action is permitted, and its path below the run. */
const actions: { readonly [action in RunAction]: { readonly member: `is-${string}able`; readonly path: string; readonly done: string } } = {
  confirm: { member: 'is-confirmable', path: 'apply', done: 'confirmed' },
  discard: { member: 'is-discardable', path: 'discard', done: 'discarded' },
  cancel: { member: 'is-cancelable', path: 'cancel', done: 'canceled' },
  'force-cancel': { member: 'is-force-cancelable', path: 'force-cancel', done: 'canceled by force' },
};
const actionNames = Object.keys(actions) as readonly RunAction[];

const toRun = ({ id, attributes, relationships = {} }: RunDocument): Run => ({
  id,
  status: attributes.status,
  message: attributes.message ?? '',
  createdAt: attributes['created-at'],
  isDestroy: attributes['is-destroy'],
  planOnly: attributes['plan-only'],
  actions: actionNames.filter((action) => attributes.actions?.[actions[action].member]),
  planId: relationships['plan']?.data?.id ?? null,
  applyId: relationships['apply']?.data?.id ?? null,
});

/** The latest runs of a workspace, the newest first: at most `limit`. */
export const listRuns = async (opened: WorkspaceClient, workspace: string, limit: number): Promise<readonly Run[]> => {
  const { id } = await findWorkspace(opened, workspace);
  const runs: Run[] = [];
  const query = { 'page[size]': Math.min(limit, 100) };
  for await (const item of opened.client.list({ path: `/workspaces/${id}/runs`, query })) {
    runs.push(toRun(item as unknown as RunDocument));
    if (runs.length >= limit) break;
  }
  return runs;
};

/** A run by its ID. Throws a CliError for what is no ID of a run. */
export const findRun = async ({ client }: WorkspaceClient, run: string): Promise<Run> => {
  if (!/^run-[A-Za-z0-9]+$/.test(run)) throw new CliError(`'${run}' is not the ID of a run (run-…). \`slipway run list\` prints them.`, 2);
  const { body } = await client.call({ method: 'GET', path: `/runs/${run}`, effect: 'read' });
  return toRun((body as { readonly data: RunDocument }).data);
};

/**
 * Does something to a run, and returns the sentence that says what was done. Throws a CliError where the status of the run does not permit
 * it. The request is not repeated: a lost response leaves open whether it was carried out.
 */
export const actOnRun = async (opened: WorkspaceClient, run: string, action: RunAction, comment: string | undefined): Promise<string> => {
  const { status, actions: permitted } = await findRun(opened, run);
  if (!permitted.includes(action)) {
    const now = permitted.length === 0 ? 'nothing can be done to it' : `possible now: ${permitted.join(', ')}`;
    throw new CliError(`${run} is ${status}: it cannot be ${actions[action].done} (${now}).`);
  }
  const path = `/runs/${run}/actions/${actions[action].path}`;
  const body = comment === undefined ? {} : { comment };
  await opened.client.call({ method: 'POST', path, effect: 'create', body });
  return `${run} ${actions[action].done}`;
};
