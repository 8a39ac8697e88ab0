import { requireSignedAddress, signAddress } from '../../access/signed-addresses.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredStateVersion } from './stored.ts';

/** The operation of a state version's address: each has its own signature. */
export type StateOperation = 'download' | 'upload' | 'json-download' | 'json-upload';

/** Needs no token, and ends (decision 144). Null where the state itself was never given. */
export const buildStateAddress = (
  ctx: RequestContext,
  { id, body: { secret } }: StoredRecord<StoredStateVersion>,
  operation: StateOperation,
): string | null =>
  secret === undefined ? null : `${ctx.origin}/api/v2/state-versions/${id}/${operation}/${signAddress(ctx, { id, operation, secret })}`;

/** The state version of an address that was signed for this operation. Throws 404, also where the address has ended. */
export const requireStateOfAddress = async (ctx: RequestContext, operation: StateOperation): Promise<StoredRecord<StoredStateVersion>> => {
  const { state_version_id: id, secret: signed } = ctx.params;
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id!);
  const secret = version?.body.secret;
  if (!version || secret === undefined) throw notFound('the state');
  requireSignedAddress(ctx, { id: version.id, operation, secret }, signed!, 'the state');
  return version;
};
