import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { requireStateBySecret } from './state-versions.ts';

/** Kind `state-readings`, scope the workspace's id, key the version's. */
interface JsonState {
  readonly text: string;
}

const uploadJsonState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { scope, id: key } = await requireStateBySecret(ctx);
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state as the engine shows it, as the body of the request');
  const body: JsonState = { text: new TextDecoder().decode(ctx.body) };
  const existing = await ctx.tx.getByKey<JsonState>('state-readings', scope, key);
  if (existing) await ctx.tx.update<JsonState>(existing, { body });
  else await ctx.tx.insert<JsonState>({ id: ctx.newId('sr'), kind: 'state-readings', scope, key, name: '', body });
  return { status: 200 };
};

const downloadJsonState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, id } = await requireStateBySecret(ctx);
  const found = await ctx.tx.getByKey<JsonState>('state-readings', scope, id);
  if (!found) throw notFound('the state as the engine shows it');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(found.body.text) };
};

/** A state in the engine's public format, which engines upload beside their own: kept as it came. */
export const routes = [
  route('PUT /state-versions/{state_version_id}/json-upload/{secret}', uploadJsonState, { anonymous: true, binaryBody: true }),
  route('GET /state-versions/{state_version_id}/json-download/{secret}', downloadJsonState, { anonymous: true }),
];
