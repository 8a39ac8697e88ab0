import { newAddressSecret } from '../new-address-secret.ts';
import { createHash } from 'node:crypto';
import { conflict, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { type JsonObject, parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { NewRecord, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredRun } from '../runs/stored.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { type ContentPlace, stageContent, type StagingContext } from './content.ts';
import { createStateDescription } from './descriptions.ts';
import { saveJsonState } from './json-states.ts';
import { parseStateOutputs } from './parse-state-file.ts';
import { type PreparedState, prepareState, readSmallState, smallState } from './reading/read-in-worker.ts';
import type { StateReading } from './reading/read-state-file.ts';
import { renderNewStateVersion } from './render-state-version.ts';
import { requireSameState } from './require-same-state.ts';
import { requireOwnLock } from './require-state-version.ts';
import { finalizeStateVersion } from './save-state.ts';
import { findPendingState, type StoredStateVersion } from './stored.ts';

const attributeTypes = {
  serial: 'number!',
  md5: 'text?',
  lineage: 'text?',
  state: 'text?',
  'json-state': 'text?',
  'json-state-outputs': 'text?',
  force: 'flag?',
  intermediate: 'flag?',
} as const;

interface NewState {
  readonly serial: number;
  readonly lineage: string | null;
  readonly md5: string | null;
  readonly bytes: Buffer | undefined;
  readonly force: boolean;
  readonly intermediate: boolean;
}

const parseNewState = (attributes: JsonObject): NewState => {
  throwIfInvalid(validateTypes(attributes, attributeTypes, true));
  const { serial } = attributes;
  if (!Number.isInteger(serial) || (serial as number) < 0) throw unprocessable('expected a whole number', '/data/attributes/serial');
  const text = (name: string): string | null => (attributes[name] as string | null | undefined) ?? null;
  const state = text('state');
  return {
    serial: serial as number,
    lineage: text('lineage'),
    md5: text('md5'),
    bytes: state === null ? undefined : Buffer.from(state, 'base64'),
    force: attributes['force'] === true,
    intermediate: attributes['intermediate'] === true,
  };
};

/** Requires, as the hosted service does, that an uploaded state has the announced checksum. Throws 422. */
const requireAnnouncedSum = ({ dialect }: RequestContext, { bytes, md5 }: NewState): void => {
  if (dialect === 'hosted' && !bytes && md5 === null)
    throw unprocessable('expected the MD5 of the state that will be uploaded, in hexadecimal', '/data/attributes/md5');
};

/** Whether a version is what the request writes once more: a client repeats a request whose answer it did not get. */
const isRepeated = ({ body }: StoredRecord<StoredStateVersion>, { serial, lineage, md5, bytes }: NewState): boolean => {
  const sum = md5 ?? (bytes && createHash('md5').update(bytes).digest('hex'));
  const isSameLineage = lineage === null || body.lineage === null || lineage === body.lineage;
  return body.serial === serial && isSameLineage && sum !== undefined && body.md5 === sum;
};

/** The version that this request made before, if it did. Throws 409 unless the serial is above the current one. */
const findRepeated = async (
  ctx: RequestContext,
  { id, body }: StoredRecord<StoredWorkspace>,
  input: NewState,
): Promise<StoredRecord<StoredStateVersion> | undefined> => {
  const currentId = body.currentStateVersion;
  const [current, pending] = await Promise.all([
    currentId === null ? undefined : ctx.tx.get<StoredStateVersion>('state-versions', currentId),
    // Only a request without content is answered by a version that awaits it.
    input.bytes ? undefined : findPendingState(ctx.tx, id),
  ]);
  if (current && isRepeated(current, input)) return current;
  if (pending && isRepeated(pending, input)) return pending;
  if (current && input.serial <= current.body.serial && !input.force)
    throw conflict(`the serial ${input.serial} is not above that of the current state version, ${current.body.serial}`);
  return undefined;
};

const parseRun = async (ctx: RequestContext, workspace: string, relationships: JsonObject): Promise<string | null> => {
  const reference = parseToOne(ctx, relationships, 'run', 'runs');
  if (!reference) return null;
  const run = await ctx.tx.get<StoredRun>('runs', reference.id);
  if (run?.body.workspace !== workspace)
    throw unprocessable(`${reference.id} is no run of the workspace ${workspace}`, '/data/relationships/run/data/id');
  return run.id;
};

interface PreparedCreation {
  readonly id: string;
  readonly state: PreparedState;
}

const statePointer = '/data/attributes/state';

/** Whether there is no state in the document, or a small one. */
const isSmall = (body: unknown): boolean => {
  const state = (body as { data?: { attributes?: { state?: unknown } } } | undefined)?.data?.attributes?.state;
  return typeof state !== 'string' || Buffer.byteLength(state, 'base64') <= smallState;
};

/** Parses the state in the document, if the caller may write it: a body of 2 MB holds up to 1.5 MB of it. */
const prepareCreation = async (ctx: PreparationContext): Promise<PreparedCreation | undefined> => {
  if (isSmall(ctx.body)) return undefined;
  const input = await ctx.read(async (view) => {
    const workspace = await requireWorkspace(view, 'create-state-versions');
    const parsed = parseNewState(parseDocument(view, 'state-versions').attributes);
    await requireOwnLock(view, workspace);
    return parsed;
  });
  if (!input.bytes) return undefined;
  const id = ctx.newId('sv');
  return { id, state: await prepareState({ version: id, bytes: input.bytes, md5: input.md5, pointer: statePointer }) };
};

/** Takes the prepared state; a seed and a small state are parsed here instead. */
const takeState = ({ prepared }: RequestContext, version: string, input: NewState, bytes: Uint8Array): StateReading => {
  const known = (prepared as PreparedCreation | undefined)?.state;
  const reading = (known ?? readSmallState({ version, bytes, md5: input.md5, pointer: statePointer })).take();
  requireSameState(input, reading, statePointer);
  return reading;
};

interface NewContent extends NewState {
  readonly outputs: string;
  /** The state in the public JSON format. */
  readonly readable: Buffer | undefined;
}
const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

const createBody = (
  ctx: RequestContext,
  id: string,
  { serial, lineage, md5, bytes, intermediate, outputs, readable }: NewContent,
): StoredStateVersion => ({
  status: 'pending',
  intermediate,
  serial,
  lineage,
  md5: md5 ?? (bytes ? md5Of(bytes) : null),
  resourceCount: 0,
  outputs: outputs === '' ? [] : parseStateOutputs(id, outputs),
  createdAt: ctx.clock.now().toISOString(),
  secret: newAddressSecret(ctx),
  ...(readable ? { jsonMd5: md5Of(readable) } : {}),
  createdBy: { kind: ctx.caller.kind, id: ctx.caller.id },
});

const createStateVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'create-state-versions');
  const { attributes, relationships } = parseDocument(ctx, 'state-versions');
  const input = parseNewState(attributes);
  requireAnnouncedSum(ctx, input);
  await requireOwnLock(ctx, workspace);
  const repeated = await findRepeated(ctx, workspace, input);
  if (repeated) return createdDocument(await renderNewStateVersion(ctx, repeated));
  const id = (ctx.prepared as PreparedCreation | undefined)?.id ?? ctx.newId('sv');
  const json = attributes['json-state'] as string | null | undefined;
  const readable = json ? Buffer.from(json, 'base64') : undefined;
  const body = createBody(ctx, id, { ...input, outputs: (attributes['json-state-outputs'] as string | null | undefined) ?? '', readable });
  const run = await parseRun(ctx, workspace.id, relationships);
  const draft: NewRecord<StoredStateVersion> = {
    id,
    kind: 'state-versions',
    scope: workspace.id,
    key: id,
    name: '',
    body: { ...body, run },
  };
  const { bytes } = input;
  const reading = bytes && takeState(ctx, id, input, bytes);
  const inTransaction: StagingContext = { clock: ctx.clock, write: (work) => work(ctx.tx) };
  const stage = (kind: ContentPlace['kind'], content: Buffer) =>
    stageContent(inTransaction, { kind, scope: workspace.id, version: id }, content);
  const saved = reading
    ? await finalizeStateVersion(ctx, draft, await stage('state-contents', bytes), reading)
    : await ctx.tx.insert<StoredStateVersion>(draft);
  if (readable) await saveJsonState(ctx, saved, await stage('state-readings', readable));
  return createdDocument(await renderNewStateVersion(ctx, saved, reading?.resources ?? []));
};

export const routes = [
  route('POST /workspaces/{workspace_id}/state-versions', createStateVersion, {
    prepare: prepareCreation,
    description: createStateDescription,
  }),
];
