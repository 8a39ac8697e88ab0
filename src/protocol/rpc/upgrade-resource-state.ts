import { encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue, RawState } from '../messages/value.ts';
import { intField, messageField, stringField } from '../protobuf/field.ts';
import { registerSensitiveValues } from '../secrets.ts';
import type { BlockSchema } from '@slipway/declarations/block-schema';
import type { Diagnostic, ProtocolValues } from '../provider-server.ts';
import { encodeProtocolValues } from '../values.ts';
import { rpc, serverFor } from './rpc.ts';
import { parseRawState, unwrapDynamicValues } from './raw-state.ts';

/** What today's schema no longer has is dropped: that is what an upgrade is for. */
const dropUnknownAttributes = (state: ProtocolValues, schema: BlockSchema): ProtocolValues =>
  Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(schema.attributes, name)));

export const upgradeResourceState = rpc(
  'UpgradeResourceState',
  { type_name: stringField(1), version: intField(2), raw_state: messageField(3, RawState) },
  {
    upgraded_state: messageField(1, DynamicValue),
    diagnostics: diagnosticsField(2),
  },
  async ({ type_name, version, raw_state }, { provider }) => {
    const server = serverFor(provider.resources, 'resource', type_name);
    const raw = parseRawState(raw_state, type_name);
    const { diagnostics, state } = await server.upgrade({
      version,
      state: version === server.schema.version ? unwrapDynamicValues(raw, server.schema) : raw,
    });
    const mismatches: Diagnostic[] = [];
    if (state !== null) registerSensitiveValues(server.schema, state);
    return {
      upgraded_state: encodeProtocolValues(
        state === null ? null : dropUnknownAttributes(state, server.schema),
        server.schema,
        type_name,
        mismatches,
      ),
      diagnostics: encodeDiagnostics([...diagnostics, ...mismatches]),
    };
  },
);
