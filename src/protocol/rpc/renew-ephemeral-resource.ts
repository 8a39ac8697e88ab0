import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { Timestamp } from '../messages/value.ts';
import { one, presentBytes, string } from '../protobuf/field.ts';
import { receivePrivate } from '../values.ts';
import { timestamp } from './open-ephemeral-resource.ts';
import { rpc, served } from './rpc.ts';

export const renewEphemeralResource = rpc('RenewEphemeralResource', { type_name: string(1), private: presentBytes(2) }, {
  diagnostics: diagnosticsAt(1), renew_at: one(2, Timestamp), private: presentBytes(3),
}, async ({ type_name, private: kept }, { provider, calling }) => {
  const server = served(provider.ephemerals, 'ephemeral resource', type_name);
  const renewed = await server.renew?.({ private: receivePrivate(kept) }, calling);
  if (renewed === undefined) return { private: kept };
  return { renew_at: timestamp(renewed.renewAt), private: renewed.private ?? kept, diagnostics: sentDiagnostics(renewed.diagnostics) };
});
