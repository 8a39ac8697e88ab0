import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { presentBytes, string } from '../protobuf/field.ts';
import { receivePrivate } from '../values.ts';
import { rpc, served } from './rpc.ts';

export const closeEphemeralResource = rpc('CloseEphemeralResource', { type_name: string(1), private: presentBytes(2) }, {
  diagnostics: diagnosticsAt(1),
}, async ({ type_name, private: kept }, { provider, calling }) => {
  const server = served(provider.ephemerals, 'ephemeral resource', type_name);
  const closed = await server.close?.({ private: receivePrivate(kept) }, calling);
  return { diagnostics: sentDiagnostics(closed?.diagnostics ?? []) };
});
