import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { fileDescription } from './descriptions.ts';
import { requireStateBySecret } from './require-state-version.ts';

/** Kind `state-readings`, scope the workspace's id, key the version's. */
interface JsonState {
  readonly text: string;
}

/** A state in the engine's public format, which engines send beside their own: kept as it came. */
export const saveJsonState = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  { scope, id: key }: Pick<StoredRecord, 'scope' | 'id'>,
  bytes: Uint8Array,
): Promise<void> => {
  const body: JsonState = { text: new TextDecoder().decode(bytes) };
  const existing = await ctx.tx.getByKey<JsonState>('state-readings', scope, key);
  if (existing) await ctx.tx.update<JsonState>(existing, { body });
  else await ctx.tx.insert<JsonState>({ id: ctx.newId('sr'), kind: 'state-readings', scope, key, name: '', body });
};

const uploadJsonState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireStateBySecret(ctx);
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state as the engine shows it, as the body of the request');
  await saveJsonState(ctx, version, ctx.body);
  return { status: 200 };
};

const downloadJsonState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, id } = await requireStateBySecret(ctx);
  const found = await ctx.tx.getByKey<JsonState>('state-readings', scope, id);
  if (!found) throw notFound('the state as the engine shows it');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(found.body.text) };
};

export const routes = [
  route('PUT /state-versions/{state_version_id}/json-upload/{secret}', uploadJsonState, {
    anonymous: true,
    binaryBody: true,
    description: fileDescription('Uploads a state in the public format of the engine.'),
  }),
  route('GET /state-versions/{state_version_id}/json-download/{secret}', downloadJsonState, {
    anonymous: true,
    description: fileDescription('Downloads a state in the public format of the engine.'),
  }),
];
