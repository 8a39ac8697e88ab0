import { isObject } from '../../json-api/parse-document.ts';
import { okDocument } from '../../json-api/responses.ts';
import { conflict, unavailable, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { renderWorkspace } from './render-workspaces.ts';
import { requireWorkspace } from './require-workspace.ts';
import { isStatePending, resolveUnlockedState } from '../state-versions/stored.ts';
import type { LockHolder, WorkspaceLock, StoredWorkspace } from './stored.ts';

const holderKinds = { user: 'User', team: 'Team', run: 'Run', organization: 'Organization' } as const;
/** `User olivia`: clients of the hosted service read the kind out of the text. */
export const describeLockHolder = ({ holder }: WorkspaceLock): string => `${holderKinds[holder.kind]} ${holder.name}`;

export const isHeldByCaller = ({ caller }: RequestContext, { kind, id }: LockHolder): boolean =>
  (kind === caller.kind && id === caller.id) ||
  (kind === 'team' && caller.kind === 'user' && caller.memberships.some((one) => one.teams.includes(id)));

/** Locks for a holder of any kind; 409 when somebody holds it. The record's version decides between two at once. */
export const setWorkspaceLock = async (
  asking: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
  holder: LockHolder,
  reason: string,
): Promise<StoredRecord<StoredWorkspace>> => {
  if (workspace.body.lock) throw conflict(`the workspace is already locked: it is locked by ${describeLockHolder(workspace.body.lock)}`);
  const now = asking.clock.now().toISOString();
  return asking.tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, lock: { holder, reason, at: now }, updatedAt: now } });
};

/** Unlocks whoever holds it; intermediate state that is final becomes the current one. */
export const clearWorkspaceLock = async (
  asking: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<StoredRecord<StoredWorkspace>> =>
  asking.tx.update<StoredWorkspace>(workspace, {
    body: {
      ...workspace.body,
      ...(await resolveUnlockedState(asking.tx, workspace)),
      lock: null,
      updatedAt: asking.clock.now().toISOString(),
    },
  });

/** The body is plain JSON, `{"reason": "…"}`, and may be left out. */
const parseReason = (body: unknown): string => {
  if (body === undefined) return '';
  if (!isObject(body)) throw unprocessable('expected {"reason": "…"}', '');
  const { reason } = body;
  if (reason !== undefined && reason !== null && typeof reason !== 'string')
    throw unprocessable(`expected text, got ${JSON.stringify(reason).slice(0, 60)}`, '/reason');
  return reason ?? '';
};

const lock = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(asking, 'lock');
  const { kind, id, name } = asking.caller;
  return okDocument(await renderWorkspace(asking, await setWorkspaceLock(asking, workspace, { kind, id, name }, parseReason(asking.body))));
};

const unlock = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(asking, 'unlock');
  const { lock: held } = workspace.body;
  if (!held) throw conflict('the workspace is already unlocked');
  if (!isHeldByCaller(asking, held.holder))
    throw conflict(
      `the workspace is locked by ${describeLockHolder(held)}, and only who locked it may unlock it; an administrator may force-unlock it`,
    );
  if (await isStatePending(asking.tx, workspace.id))
    throw unavailable('the latest state version of the workspace is not finalized yet; try again shortly');
  return okDocument(await renderWorkspace(asking, await clearWorkspaceLock(asking, workspace)));
};

const forceUnlock = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(asking, 'force-unlock');
  if (!workspace.body.lock) throw conflict('the workspace is already unlocked');
  return okDocument(await renderWorkspace(asking, await clearWorkspaceLock(asking, workspace)));
};

export const routes = [
  route('POST /workspaces/{workspace_id}/actions/lock', lock, { plainJson: true }),
  route('POST /workspaces/{workspace_id}/actions/unlock', unlock, { plainJson: true }),
  route('POST /workspaces/{workspace_id}/actions/force-unlock', forceUnlock, { plainJson: true }),
];
