import { forceUnlockDescription, lockDescription, unlockDescription } from './descriptions.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { okDocument } from '../../json-api/responses.ts';
import { conflict, unavailable, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { describeLockHolder } from './lock-holder.ts';
import { renderWorkspace } from './render-workspaces.ts';
import { requireWorkspace } from './require-workspace.ts';
import { releaseLockedRun } from '../runs/save-run.ts';
import { discardPendingStates, isStatePending, resolveUnlockedState } from '../state-versions/stored.ts';
import type { EngineLock, LockHolder, StoredWorkspace } from './stored.ts';

export const isHeldByCaller = ({ caller }: RequestContext, { kind, id }: LockHolder): boolean =>
  (kind === caller.kind && id === caller.id) ||
  (kind === 'team' && caller.kind === 'user' && caller.memberships.some((one) => one.teams.includes(id)));

/** Locks for a holder of any kind; throws 409 if it is locked. The record's version decides between concurrent requests. */
export const setWorkspaceLock = async (
  ctx: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
  holder: LockHolder,
  reason: string,
  engineLock?: EngineLock,
): Promise<StoredRecord<StoredWorkspace>> => {
  if (workspace.body.lock)
    throw conflict(`the workspace is already locked: it is locked by ${await describeLockHolder(ctx, workspace.body.lock)}`);
  const now = ctx.clock.now().toISOString();
  return ctx.tx.update<StoredWorkspace>(workspace, {
    body: {
      ...workspace.body,
      lock: { holder, reason, at: now, ...(engineLock ? { engineLock } : {}) },
      ...(reason === '' ? {} : { lockReason: reason }),
      updatedAt: now,
    },
  });
};

/** Unlocks regardless of the holder; a finalized intermediate state becomes the current one, and the run that waited for this starts. */
export const clearWorkspaceLock = async (
  ctx: RequestContext<Transaction>,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<StoredRecord<StoredWorkspace>> => {
  await discardPendingStates(ctx.tx, workspace.id);
  await releaseLockedRun(ctx, workspace.body);
  return ctx.tx.update<StoredWorkspace>(workspace, {
    body: {
      ...workspace.body,
      ...(await resolveUnlockedState(ctx.tx, workspace)),
      lock: null,
      updatedAt: ctx.clock.now().toISOString(),
    },
  });
};

/** The body is plain JSON, `{"reason": "…"}`, and may be left out. The engine sends `{"data": {"attributes": {"reason": "…"}}}`. */
const parseReason = (body: unknown): string => {
  if (body === undefined) return '';
  if (!isObject(body)) throw unprocessable('expected {"reason": "…"}', '');
  const attributes = isObject(body['data']) ? body['data']['attributes'] : undefined;
  const [{ reason }, pointer] = isObject(attributes) ? [attributes, '/data/attributes/reason'] : [body, '/reason'];
  if (reason !== undefined && reason !== null && typeof reason !== 'string')
    throw unprocessable(`expected text, got ${JSON.stringify(reason).slice(0, 60)}`, pointer);
  return reason ?? '';
};

const lock = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'lock');
  const { kind, id, name } = ctx.caller;
  return okDocument(await renderWorkspace(ctx, await setWorkspaceLock(ctx, workspace, { kind, id, name }, parseReason(ctx.body))));
};

/** Throws 503 as long as the content of a state version is awaited. */
export const requireFinalState = async (ctx: RequestContext, { id }: StoredRecord<StoredWorkspace>): Promise<void> => {
  if (await isStatePending(ctx.tx, id, ctx.clock.now()))
    throw unavailable('the latest state version of the workspace is not finalized yet; try again shortly');
};

const unlock = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'unlock');
  const { lock: held } = workspace.body;
  if (!held) throw conflict('the workspace is already unlocked');
  if (!isHeldByCaller(ctx, held.holder)) {
    const holder = await describeLockHolder(ctx, held);
    throw conflict(`the workspace is locked by ${holder}, and only who locked it may unlock it; an administrator may force-unlock it`);
  }
  await requireFinalState(ctx, workspace);
  return okDocument(await renderWorkspace(ctx, await clearWorkspaceLock(ctx, workspace)));
};

const forceUnlock = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'force-unlock');
  if (!workspace.body.lock) throw conflict('the workspace is already unlocked');
  return okDocument(await renderWorkspace(ctx, await clearWorkspaceLock(ctx, workspace)));
};

export const routes = [
  route('POST /workspaces/{workspace_id}/actions/lock', lock, { plainJson: true, description: lockDescription }),
  route('POST /workspaces/{workspace_id}/actions/unlock', unlock, { plainJson: true, description: unlockDescription }),
  route('POST /workspaces/{workspace_id}/actions/force-unlock', forceUnlock, { plainJson: true, description: forceUnlockDescription }),
];
