import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../client/contract/errors.ts';
import type { ServiceResponse } from '../../client/contract/service-client.ts';
import { StateStoreError } from './state-store-error.ts';
import {
  findStateWorkspace,
  readStateWorkspace,
  requireStateWorkspace,
  type StateWorkspace,
  type StoreContext,
} from './state-workspace.ts';

/** Locks of this process: their IDs by the state. */
export type HeldLocks = Map<string, string>;

/** The service keeps a reason with a lock, and no ID: the ID is a part of the reason. */
const describeReason = (operation: string, lockId: string): string => `state store: ${operation || 'an operation'} (lock ID ${lockId})`;
const lockIdIn = (reason: string): string | null => /\(lock ID ([0-9a-f-]{36})\)$/.exec(reason)?.[1] ?? null;

/** Whether the workspace is locked with this ID. */
export const isLockedWith = ({ isLocked, lockReason }: StateWorkspace, lockId: string): boolean =>
  isLocked && lockIdIn(lockReason) === lockId;

/** That a state is locked, with what its holder and the next step are. */
export const lockedError = (state: string, { name, holder, lockReason }: StateWorkspace): StateStoreError => {
  const lockId = lockIdIn(lockReason);
  return new StateStoreError(
    `The state "${state}" is locked`,
    [
      `The workspace ${name} is locked by ${holder ?? 'someone this token does not see'}.`,
      ...(lockReason === '' ? [] : [`Reason: ${lockReason}`]),
      lockId === null
        ? 'It was not locked by a state store: wait, or unlock it at the service.'
        : `Wait until it is unlocked. If its holder will not unlock it any more: force-unlock ${lockId}`,
    ].join('\n'),
  );
};

const requestById = ({ client, signal }: StoreContext, id: string): Promise<ServiceResponse> =>
  client.call({ method: 'GET', path: `/workspaces/${encodeURIComponent(id)}`, query: { include: 'locked_by' }, effect: 'read', signal });

/** Changes the lock. After a lost response the workspace is looked at first: neither a lock nor an unlock can be repeated. */
const changeLock = async (
  context: StoreContext,
  { id }: StateWorkspace,
  action: 'lock' | 'unlock' | 'force-unlock',
  isDone: (workspace: StateWorkspace) => boolean,
  body?: object,
): Promise<void> => {
  await context.client.call({
    method: 'POST',
    path: `/workspaces/${encodeURIComponent(id)}/actions/${action}`,
    effect: 'create',
    ...(body === undefined ? {} : { body }),
    findExisting: async () => {
      const response = await requestById(context, id);
      return isDone(readStateWorkspace(response)) ? response : null;
    },
    signal: context.signal,
  });
};

const isConflict = (error: unknown): boolean => error instanceof ServiceError && error.status === 409;

/** Locks a workspace; the ID of the lock. Throws with the holder where it is locked. */
export const lockWorkspace = async (
  context: StoreContext,
  state: string,
  workspace: StateWorkspace,
  operation: string,
): Promise<string> => {
  const lockId = randomUUID();
  const reason = describeReason(operation, lockId);
  try {
    await changeLock(context, workspace, 'lock', (now) => isLockedWith(now, lockId), { reason });
    return lockId;
  } catch (error) {
    if (!isConflict(error)) throw error;
    const now = readStateWorkspace(await requestById(context, workspace.id));
    throw now.isLocked ? lockedError(state, now) : error;
  }
};

export const unlockWorkspace = (context: StoreContext, workspace: StateWorkspace): Promise<void> =>
  changeLock(context, workspace, 'unlock', ({ isLocked }) => !isLocked);

export const lockStateWorkspace = async (context: StoreContext, held: HeldLocks, state: string, operation: string): Promise<string> => {
  const workspace = await requireStateWorkspace(context, state);
  const lockId = await lockWorkspace(context, state, workspace, operation);
  held.set(state, lockId);
  return lockId;
};

/** Unlocks a state whose lock has this ID. One of another token is forced, which needs the right to do so. */
export const unlockStateWorkspace = async (context: StoreContext, held: HeldLocks, state: string, lockId: string): Promise<void> => {
  const workspace = await findStateWorkspace(context, state);
  if (workspace === null)
    throw new StateStoreError(`There is no state "${state}"`, 'Its workspace does not exist, or this token has no access to it.');
  if (!workspace.isLocked) {
    held.delete(state);
    throw new StateStoreError(`The state "${state}" is not locked`, `Someone has unlocked the workspace ${workspace.name} already.`);
  }
  if (!isLockedWith(workspace, lockId)) {
    const { detail } = lockedError(state, workspace);
    throw new StateStoreError(`The state "${state}" is locked with another ID`, `There is no lock with the ID ${lockId}. ${detail}`);
  }
  try {
    await unlockWorkspace(context, workspace);
  } catch (error) {
    if (!isConflict(error) || held.get(state) === lockId) throw error;
    await changeLock(context, workspace, 'force-unlock', ({ isLocked }) => !isLocked);
  }
  held.delete(state);
};
