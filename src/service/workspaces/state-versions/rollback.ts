import { createHash } from 'node:crypto';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { newStateSecret } from './create-state-version.ts';
import { rollbackDescription } from './descriptions.ts';
import { toOutputId } from './parse-state-file.ts';
import { renderStateVersion } from './render-state-version.ts';
import { requireOwnLock } from './require-state-version.ts';
import { finalizeStateVersion } from './save-state.ts';
import type { StateContent, StoredStateVersion } from './stored.ts';

const pointer = '/data/relationships/rollback-state-version/data/id';

const requireSource = async (ctx: RequestContext, workspace: string): Promise<StoredRecord<StoredStateVersion>> => {
  const reference = parseToOne(parseDocument(ctx, 'state-versions').relationships, 'rollback-state-version', 'state-versions');
  if (!reference) throw unprocessable('expected the state version to return to', pointer);
  const source = await ctx.tx.get<StoredStateVersion>('state-versions', reference.id);
  if (source?.scope !== workspace) throw unprocessable(`${reference.id} is no state version of the workspace ${workspace}`, pointer);
  if (source.body.status !== 'finalized')
    throw unprocessable(`the state version is ${source.body.status}; only one whose content is there can be returned to`, pointer);
  return source;
};

/** The content with the new serial: the engine writes its next state with a serial above that of the one it read. */
const renumber = (text: string, serial: number): Uint8Array =>
  Buffer.from(`${JSON.stringify({ ...(JSON.parse(text) as object), serial }, undefined, 2)}\n`);

/** A new version with the content of an earlier one; it is the current one. */
const rollBack = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'create-state-versions');
  const source = await requireSource(ctx, workspace.id);
  requireOwnLock(ctx, workspace);
  const content = await ctx.tx.getByKey<StateContent>('state-contents', workspace.id, source.id);
  if (!content) throw notFound(`the content of ${source.id}`);
  const current = await ctx.tx.get<StoredStateVersion>('state-versions', workspace.body.currentStateVersion ?? source.id);
  const serial = Math.max(current?.body.serial ?? 0, source.body.serial) + 1;
  const bytes = renumber(content.body.text, serial);
  const id = ctx.newId('sv');
  const version = await ctx.tx.insert<StoredStateVersion>({
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
      md5: createHash('md5').update(bytes).digest('hex'),
      resourceCount: 0,
      outputs: source.body.outputs.map((output, index) => ({ ...output, id: toOutputId(id, index) })),
      createdAt: ctx.clock.now().toISOString(),
      secret: newStateSecret(ctx),
      createdBy: { kind: ctx.caller.kind, id: ctx.caller.id },
      rollback: source.id,
    },
  });
  return createdDocument(await renderStateVersion(ctx, await finalizeStateVersion(ctx, version, bytes, pointer)));
};

export const routes = [route('PATCH /workspaces/{workspace_id}/state-versions', rollBack, { description: rollbackDescription })];
