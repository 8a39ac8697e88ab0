import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { optionalBytesField, stringField } from '../protobuf/field.ts';
import { decodePrivate } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

export const closeEphemeralResource = rpc(
  'CloseEphemeralResource',
  { type_name: stringField(1), private: optionalBytesField(2) },
  {
    diagnostics: diagnosticsField(1),
  },
  async ({ type_name, private: privateState }, { provider, call }) => {
    const server = serverFor(provider.ephemerals, 'ephemeral resource', type_name);
    const closed = await server.close?.({ private: decodePrivate(privateState) }, call);
    return { diagnostics: encodeDiagnostics(closed?.diagnostics ?? []) };
  },
);
