import { freeObject, jsonContent } from '../../../http/body-schemas.ts';
import { textParameter } from '../../../http/operation-description.ts';
import { conflict, unprocessable } from '../../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { newAddressSecret } from '../../new-address-secret.ts';
import { isHeldByCaller } from '../../workspaces/lock.ts';
import { requireWorkspace } from '../../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { readContent, stageContent, type StagedContent } from '../content.ts';
import { type PreparedState, prepareState, readSmallState, smallState } from '../reading/read-in-worker.ts';
import type { StateReading, StateReadingTask } from '../reading/read-state-file.ts';
import { finalizeStateVersion } from '../save-state.ts';
import { findLatestState, type StoredStateVersion } from '../stored.ts';
import { createLockedRefusal, readContentMd5 } from './engine-lock.ts';
import { statePath } from './state-locks.ts';

const findCurrent = async (ctx: RequestContext, { body: { currentStateVersion: id } }: StoredRecord<StoredWorkspace>) =>
  id === null ? undefined : ctx.tx.get<StoredStateVersion>('state-versions', id);

/** The lock that the request holds; throws 423 if the workspace has another one. An unlocked workspace is locked for this request only. */
const requireNoOtherLock = async (ctx: RequestContext, workspace: StoredRecord<StoredWorkspace>): Promise<void> => {
  const { lock } = workspace.body;
  const id = ctx.query.get('ID');
  if (!lock && id !== null) throw conflict(`the lock ${id} is not held any more: the workspace is unlocked`);
  if (lock && (!isHeldByCaller(ctx, lock.holder) || (id !== null && id !== lock.engineLock?.ID)))
    throw await createLockedRefusal(ctx, workspace, lock);
};

const showState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'read-state-versions');
  const version = workspace.body.currentStateVersion;
  if (version === null) return { status: 204 };
  const place = { kind: 'state-contents', scope: workspace.id, version } as const;
  const [current, content] = await Promise.all([findCurrent(ctx, workspace), readContent(ctx.tx, place)]);
  if (!content) return { status: 204 };
  const md5 = current?.body.md5;
  const sum: Record<string, string> = typeof md5 === 'string' ? { 'content-md5': Buffer.from(md5, 'hex').toString('base64') } : {};
  return { status: 200, headers: { 'content-type': 'application/json', ...sum }, body: content };
};

interface PreparedWrite {
  readonly id: string;
  readonly state: PreparedState;
  readonly content: StagedContent;
}

const requireWritable = async (ctx: RequestContext): Promise<StoredRecord<StoredWorkspace>> => {
  const workspace = await requireWorkspace(ctx, 'create-state-versions');
  await requireNoOtherLock(ctx, workspace);
  return workspace;
};

const describeTask = ({ header }: Pick<RequestContext, 'header'>, version: string, bytes: Uint8Array): StateReadingTask => ({
  version,
  bytes,
  md5: readContentMd5(header('content-md5')),
  pointer: '',
});

/** Reads a large state before the transaction, if the caller may write it. */
const prepareWrite = async (ctx: PreparationContext): Promise<PreparedWrite | undefined> => {
  if (!(ctx.body instanceof Uint8Array) || ctx.body.length <= smallState) return undefined;
  const { id: scope } = await ctx.read(requireWritable);
  const version = ctx.newId('sv');
  const state = await prepareState(describeTask(ctx, version, ctx.body));
  state.take();
  return { id: version, state, content: await stageContent(ctx, { kind: 'state-contents', scope, version }, ctx.body) };
};

/** Reads a small state in the transaction. */
const readWrite = async (ctx: RequestContext<Transaction>, scope: string, bytes: Uint8Array): Promise<PreparedWrite> => {
  const id = ctx.newId('sv');
  const state = readSmallState(describeTask(ctx, id, bytes));
  state.take();
  const place = { kind: 'state-contents', scope, version: id } as const;
  return { id, state, content: await stageContent({ clock: ctx.clock, write: (work) => work(ctx.tx) }, place, bytes) };
};

const requireSerial = ({ state }: StateReading): number => {
  if (state.serial === null || !Number.isInteger(state.serial) || state.serial < 0)
    throw unprocessable('expected a state file with its `serial`, a whole number', '/serial');
  return state.serial;
};

/** Requires, without a lock, that the new state follows the current one, so that a concurrent write is not lost. */
const requireSuccessor = (current: StoredStateVersion, serial: number, lineage: string | null): void => {
  if (serial <= current.serial)
    throw conflict(`the serial ${serial} is not above that of the current state version, ${current.serial}; write it under a lock`);
  if (lineage !== null && current.lineage !== null && lineage !== current.lineage)
    throw conflict(`the lineage ${lineage} is not that of the current state version, ${current.lineage}; write it under a lock`);
};

const writeState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWritable(ctx);
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state file as the body of the request');
  const prepared = ctx.prepared as PreparedWrite | undefined;
  const { id, state, content } = prepared ?? (await readWrite(ctx, workspace.id, ctx.body));
  const reading = state.take();
  const serial = requireSerial(reading);
  const current = await findCurrent(ctx, workspace);
  // A repetition of a request whose answer was lost.
  if (current?.body.serial === serial && current.body.md5 === reading.md5) return { status: 200 };
  if (current && !workspace.body.lock) requireSuccessor(current.body, serial, reading.state.lineage);
  const body: StoredStateVersion = {
    status: 'pending',
    intermediate: false,
    serial,
    lineage: reading.state.lineage,
    md5: reading.md5,
    resourceCount: 0,
    outputs: [],
    createdAt: ctx.clock.now().toISOString(),
    secret: newAddressSecret(ctx),
    createdBy: { kind: ctx.caller.kind, id: ctx.caller.id },
  };
  const draft = { id, kind: 'state-versions', scope: workspace.id, key: id, name: '', body };
  await finalizeStateVersion(ctx, draft, content, reading);
  return { status: 200 };
};

/** The workspace has no current state any more; its versions stay, and each can be restored. */
const deleteState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWritable(ctx);
  // An unlock would make an intermediate one the current one.
  const latest = await findLatestState(ctx.tx, workspace.id);
  if (latest?.body.intermediate) await ctx.tx.update(latest, { body: { ...latest.body, intermediate: false } });
  await ctx.tx.update<StoredWorkspace>(workspace, {
    body: {
      ...workspace.body,
      currentStateVersion: null,
      latestStateVersion: workspace.body.latestStateVersion ?? workspace.body.currentStateVersion ?? undefined,
      resourceCount: 0,
      outputs: [],
      latestChangeAt: ctx.clock.now().toISOString(),
    },
  });
  return { status: 200 };
};

const query = { ID: textParameter('The ID of the lock under which the state is written.') };

/** Routes of the engines' `http` backend. */
export const routes = [
  route(`GET ${statePath}`, showState, {
    browser: true,
    description: {
      summary: 'Downloads the current state of a workspace, for the http backend of an engine.',
      responses: { 200: jsonContent(freeObject), 204: null },
    },
  }),
  route(`POST ${statePath}`, writeState, {
    browser: true,
    binaryBody: true,
    prepare: prepareWrite,
    description: {
      summary: 'Writes a state version of a workspace, for the http backend of an engine.',
      query,
      responses: { 200: null, 423: freeObject },
    },
  }),
  route(`DELETE ${statePath}`, deleteState, {
    browser: true,
    description: {
      summary: 'Leaves a workspace without a current state, for the http backend of an engine. Its versions stay.',
      query,
      responses: { 200: null, 423: freeObject },
    },
  }),
];
