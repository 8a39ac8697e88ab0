import { notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { readContent, saveContent, stageContent, type StagedContent } from './content.ts';
import { stateDownload, stateUpload } from './descriptions.ts';
import { requireStateBySecret } from './require-state-version.ts';

/** A state in the engine's public format, which engines send beside their own: kept as it came. */
export const saveJsonState = async (
  { tx }: Pick<RequestContext<Transaction>, 'tx'>,
  { scope, id: version }: Pick<StoredRecord, 'scope' | 'id'>,
  content: StagedContent,
): Promise<void> => {
  await saveContent(tx, { kind: 'state-readings', scope, version }, content);
};

const prepareUpload = async (ctx: PreparationContext): Promise<StagedContent | undefined> => {
  const { scope, id: version } = await ctx.read(requireStateBySecret);
  return ctx.body instanceof Uint8Array ? stageContent(ctx, { kind: 'state-readings', scope, version }, ctx.body) : undefined;
};

const uploadJsonState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireStateBySecret(ctx);
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state as the engine shows it, as the body of the request');
  await saveJsonState(ctx, version, ctx.prepared as StagedContent);
  return { status: 200 };
};

const downloadJsonState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, id } = await requireStateBySecret(ctx);
  const found = await readContent(ctx.tx, { kind: 'state-readings', scope, version: id });
  if (!found) throw notFound('the state as the engine shows it');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: found };
};

export const routes = [
  route('PUT /state-versions/{state_version_id}/json-upload/{secret}', uploadJsonState, {
    prepare: prepareUpload,
    anonymous: true,
    binaryBody: true,
    description: stateUpload('Uploads a state in the public format of the engine.'),
  }),
  route('GET /state-versions/{state_version_id}/json-download/{secret}', downloadJsonState, {
    anonymous: true,
    description: stateDownload('Downloads a state in the public format of the engine.'),
  }),
];
