import { newAddressSecret } from '../new-address-secret.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import type { NewRecord, StoredRecord, Transaction } from '../../store/store.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { readContent, stageContent, type StagedContent } from './content.ts';
import { rollbackDescription } from './descriptions.ts';
import { toOutputId } from './parse-state-file.ts';
import { type PreparedState, prepareState } from './reading/read-in-worker.ts';
import { renderNewStateVersion } from './render-state-version.ts';
import { requireOwnLock } from './require-state-version.ts';
import { finalizeStateVersion } from './save-state.ts';
import type { StoredStateVersion } from './stored.ts';

const pointer = '/data/relationships/rollback-state-version/data/id';

const requireSource = async (ctx: RequestContext, workspace: string): Promise<StoredRecord<StoredStateVersion>> => {
  const reference = parseToOne(ctx, parseDocument(ctx, 'state-versions').relationships, 'rollback-state-version', 'state-versions');
  if (!reference) throw unprocessable('expected the state version to return to', pointer);
  const source = await ctx.tx.get<StoredStateVersion>('state-versions', reference.id);
  if (source?.scope !== workspace) throw unprocessable(`${reference.id} is no state version of the workspace ${workspace}`, pointer);
  if (source.body.status !== 'finalized')
    throw unprocessable(`the state version is ${source.body.status}; only one whose content is there can be returned to`, pointer);
  return source;
};

interface PreparedRollback {
  readonly id: string;
  readonly serial: number;
  readonly state: PreparedState;
  readonly content: StagedContent;
}

/** What the workspace returns to, and the serial that it gets. */
const findRollback = async (ctx: RequestContext) => {
  const workspace = await requireWorkspace(ctx, 'create-state-versions');
  const { currentStateVersion } = workspace.body;
  const [source, current] = await Promise.all([
    requireSource(ctx, workspace.id),
    currentStateVersion === null ? undefined : ctx.tx.get<StoredStateVersion>('state-versions', currentStateVersion),
  ]);
  await requireOwnLock(ctx, workspace);
  return { workspace, source, serial: Math.max(current?.body.serial ?? 0, source.body.serial) + 1 };
};

const prepareRollback = async (ctx: PreparationContext): Promise<PreparedRollback> => {
  const id = ctx.newId('sv');
  const { bytes, serial, workspace } = await ctx.read(async (view) => {
    const found = await findRollback(view);
    const place = { kind: 'state-contents', scope: found.workspace.id, version: found.source.id } as const;
    return { bytes: await readContent(view.tx, place), serial: found.serial, workspace: found.workspace.id };
  });
  if (!bytes) throw notFound('the content of the state version');
  const state = await prepareState({ version: id, bytes, md5: null, pointer, serial });
  const content = await stageContent(ctx, { kind: 'state-contents', scope: workspace, version: id }, state.take().bytes!);
  return { id, serial, state, content };
};

/** A new version with the content of an earlier one; it is the current one. */
const rollBack = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { workspace, source, serial } = await findRollback(ctx);
  const { id, serial: prepared, state, content } = ctx.prepared as PreparedRollback;
  if (serial !== prepared) throw conflict('the workspace got another state version meanwhile; send the request again');
  const reading = state.take();
  const draft: NewRecord<StoredStateVersion> = {
    id,
    kind: 'state-versions',
    scope: workspace.id,
    key: id,
    name: '',
    body: {
      status: 'pending',
      intermediate: false,
      serial,
      lineage: source.body.lineage,
      md5: reading.md5,
      resourceCount: 0,
      outputs: source.body.outputs.map((output, index) => ({ ...output, id: toOutputId(id, index) })),
      createdAt: ctx.clock.now().toISOString(),
      secret: newAddressSecret(ctx),
      createdBy: { kind: ctx.caller.kind, id: ctx.caller.id },
      rollback: source.id,
    },
  };
  return createdDocument(await renderNewStateVersion(ctx, await finalizeStateVersion(ctx, draft, content, reading), reading.resources));
};

export const routes = [
  route('PATCH /workspaces/{workspace_id}/state-versions', rollBack, {
    prepare: prepareRollback,
    description: rollbackDescription,
  }),
];
