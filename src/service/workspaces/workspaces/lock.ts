import { isObject } from '../../json-api/read.ts';
import { ok } from '../../json-api/reply.ts';
import { conflict, unavailable, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { renderWorkspace } from './document.ts';
import { workspaceHere } from './here.ts';
import { awaitedState, settled } from './state-versions.ts';
import type { Holder, Lock, Workspace } from './stored.ts';

const kinds = { user: 'User', team: 'Team', run: 'Run', organization: 'Organization' } as const;
/** `User olivia`: clients of the hosted service read the kind out of the text. */
export const holderWords = ({ holder }: Lock): string => `${kinds[holder.kind]} ${holder.name}`;

export const callerHolds = ({ caller }: Asking, { kind, id }: Holder): boolean =>
  (kind === caller.kind && id === caller.id) || (kind === 'team' && caller.kind === 'user' && caller.memberships.some((one) => one.teams.includes(id)));

/** Locks for a holder of any kind; 409 when somebody holds it. The record's version decides between two at once. */
export const lockFor = async (asking: Asking<Transaction>, workspace: Rec<Workspace>, holder: Holder, reason: string): Promise<Rec<Workspace>> => {
  if (workspace.body.lock) throw conflict(`the workspace is already locked: it is locked by ${holderWords(workspace.body.lock)}`);
  const now = asking.clock.now().toISOString();
  return asking.tx.update<Workspace>(workspace, { body: { ...workspace.body, lock: { holder, reason, at: now }, updatedAt: now } });
};

/** Unlocks whoever holds it; intermediate state that is final becomes the current one. */
export const unlockNow = async (asking: Asking<Transaction>, workspace: Rec<Workspace>): Promise<Rec<Workspace>> => asking.tx.update<Workspace>(
  workspace, { body: { ...workspace.body, ...await settled(asking.tx, workspace), lock: null, updatedAt: asking.clock.now().toISOString() } });

/** The body is plain JSON, `{"reason": "…"}`, and may be left out. */
const reasonSent = (body: unknown): string => {
  if (body === undefined) return '';
  if (!isObject(body)) throw unprocessable('expected {"reason": "…"}', '');
  const { reason } = body;
  if (reason !== undefined && reason !== null && typeof reason !== 'string') throw unprocessable(`expected text, got ${JSON.stringify(reason).slice(0, 60)}`, '/reason');
  return reason ?? '';
};

const lock = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'lock');
  const { kind, id, name } = asking.caller;
  return ok(await renderWorkspace(asking, await lockFor(asking, workspace, { kind, id, name }, reasonSent(asking.body))));
};

const unlock = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'unlock');
  const { lock: held } = workspace.body;
  if (!held) throw conflict('the workspace is already unlocked');
  if (!callerHolds(asking, held.holder)) throw conflict(`the workspace is locked by ${holderWords(held)}, and only who locked it may unlock it; an administrator may force-unlock it`);
  if (await awaitedState(asking.tx, workspace.id)) throw unavailable('the latest state version of the workspace is not finalized yet; try again shortly');
  return ok(await renderWorkspace(asking, await unlockNow(asking, workspace)));
};

const forceUnlock = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceHere(asking, 'force-unlock');
  if (!workspace.body.lock) throw conflict('the workspace is already unlocked');
  return ok(await renderWorkspace(asking, await unlockNow(asking, workspace)));
};

export const routes = [
  route('POST /workspaces/{workspace_id}/actions/lock', lock, { plain: true }),
  route('POST /workspaces/{workspace_id}/actions/unlock', unlock, { plain: true }),
  route('POST /workspaces/{workspace_id}/actions/force-unlock', forceUnlock, { plain: true }),
];
