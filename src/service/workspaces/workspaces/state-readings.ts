import { notFound, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { addressed } from './state-version-documents.ts';

/** Kind `state-readings`, scope the workspace's id, key the version's. */
interface Reading { readonly text: string }

const upload = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { scope, id: key } = await addressed(asking);
  if (!(asking.body instanceof Uint8Array)) throw unprocessable('expected the state as the engine shows it, as the body of the request');
  const body: Reading = { text: new TextDecoder().decode(asking.body) };
  const there = await asking.tx.byKey<Reading>('state-readings', scope, key);
  if (there) await asking.tx.update<Reading>(there, { body });
  else await asking.tx.insert<Reading>({ id: asking.newId('sr'), kind: 'state-readings', scope, key, name: '', body });
  return { status: 200 };
};

const download = async (asking: Asking): Promise<Reply> => {
  const { scope, id } = await addressed(asking);
  const found = await asking.tx.byKey<Reading>('state-readings', scope, id);
  if (!found) throw notFound('the state as the engine shows it');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(found.body.text) };
};

/** A state in the engine's public format, which engines upload beside their own: kept as it came. */
export const routes = [
  route('PUT /state-versions/{state_version_id}/json-upload/{secret}', upload, { open: true, bytes: true }),
  route('GET /state-versions/{state_version_id}/json-download/{secret}', download, { open: true }),
];
