import { encodeDiagnostics } from '../diagnostics.ts';
import { ClientCapabilities, DeferredMessage, encodeDeferral, withCapabilities } from '../messages/capabilities.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue, Timestamp } from '../messages/value.ts';
import { messageField, optionalBytesField, stringField } from '../protobuf/field.ts';
import { registerSensitiveValues } from '../secrets.ts';
import type { Diagnostic } from '../provider-server.ts';
import { receiveProtocolConfig, encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';

/** A moment as google.protobuf.Timestamp counts it. */
export const toTimestamp = (at: Date | undefined): { seconds: number; nanos: number } | undefined => {
  if (at === undefined) return undefined;
  const seconds = Math.floor(at.getTime() / 1000);
  return { seconds, nanos: (at.getTime() - seconds * 1000) * 1_000_000 };
};

export const openEphemeralResource = rpc(
  'OpenEphemeralResource',
  { type_name: stringField(1), config: messageField(2, DynamicValue), client_capabilities: messageField(3, ClientCapabilities) },
  {
    diagnostics: diagnosticsField(1),
    renew_at: messageField(2, Timestamp),
    result: messageField(3, DynamicValue),
    private: optionalBytesField(4),
    deferred: messageField(5, DeferredMessage),
  },
  async ({ type_name, config, client_capabilities }, { provider, call }) => {
    const server = serverFor(provider.ephemerals, 'ephemeral resource', type_name);
    const opened = await server.open(receiveProtocolConfig(config, server.schema), withCapabilities(call, client_capabilities));
    const mismatches: Diagnostic[] = [];
    if (opened.result !== null) registerSensitiveValues(server.schema, opened.result);
    return {
      result: encodeProtocolValues(opened.result, server.schema, type_name, mismatches),
      renew_at: toTimestamp(opened.renewAt),
      private: opened.private,
      deferred: encodeDeferral(opened),
      diagnostics: encodeDiagnostics([...opened.diagnostics, ...mismatches]),
    };
  },
);
