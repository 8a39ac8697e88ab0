import { freeObject } from '../../../http/body-schemas.ts';
import { conflict, unprocessable } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import type { Transaction } from '../../../store/store.ts';
import { clearWorkspaceLock, isHeldByCaller, requireFinalState, setWorkspaceLock } from '../../workspaces/lock.ts';
import { describeLockHolder } from '../../workspaces/lock-holder.ts';
import { requireWorkspace } from '../../workspaces/require-workspace.ts';
import { createLockedRefusal, describeEngineLock, isForcing, isIdOf, parseEngineLock } from './engine-lock.ts';

/** Path of a workspace's state for the engines' `http` backend, below `/api/v2`. */
export const statePath = '/organizations/{organization_name}/workspaces/{name}/state';

/** The workspace's own lock. Once more with the same ID is the repetition of a request whose answer was lost. */
const lock = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'lock');
  const engineLock = parseEngineLock(ctx);
  if (!engineLock) throw unprocessable('expected the lock as a JSON object, with its `ID`', '');
  const { lock: held } = workspace.body;
  if (held?.engineLock?.ID === engineLock.ID && isHeldByCaller(ctx, held.holder)) return { status: 200 };
  if (held) throw await createLockedRefusal(ctx, workspace, held);
  const { kind, id, name } = ctx.caller;
  await setWorkspaceLock(ctx, workspace, { kind, id, name }, describeEngineLock(engineLock), engineLock);
  return { status: 200 };
};

/** `force-unlock` of Terraform sends no lock document, that of OpenTofu one in which only the ID is filled in. */
const unlock = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'unlock');
  const { lock: held } = workspace.body;
  const engineLock = parseEngineLock(ctx);
  if (!held) throw conflict('the workspace is already unlocked');
  const isOwn = isHeldByCaller(ctx, held.holder);
  const isNamed =
    engineLock && (isForcing(engineLock) ? isIdOf(workspace, held, engineLock.ID) : isOwn && engineLock.ID === held.engineLock?.ID);
  if (engineLock && !isNamed)
    throw conflict(`the lock ${engineLock.ID} is not held any more: the workspace is locked by ${await describeLockHolder(ctx, held)}`);
  if (isOwn) await requireFinalState(ctx, workspace);
  else await requireWorkspace(ctx, 'force-unlock');
  await clearWorkspaceLock(ctx, workspace);
  return { status: 200 };
};

export const routes = [
  route(`LOCK ${statePath}`, lock, {
    browser: true,
    plainJson: true,
    description: {
      summary: 'Locks a workspace for the http backend of an engine. 423 with the lock document if it is locked.',
      request: freeObject,
      responses: { 200: null, 423: freeObject },
    },
  }),
  route(`UNLOCK ${statePath}`, unlock, {
    browser: true,
    plainJson: true,
    description: {
      summary: 'Unlocks a workspace for the http backend of an engine; without a lock document, or with its ID alone, whoever locked it.',
      request: freeObject,
      responses: { 200: null },
    },
  }),
];
