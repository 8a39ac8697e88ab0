import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue, RawState } from '../messages/value.ts';
import { int, one, string } from '../protobuf/field.ts';
import { learnSecrets } from '../secrets.ts';
import type { Diagnostic, Schema, Values } from '../server.ts';
import { sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';
import { readObject, withoutTypes } from './raw-state.ts';

/** What today's schema no longer has is dropped: that is what an upgrade is for. */
const known = (state: Values, schema: Schema): Values =>
  Object.fromEntries(Object.entries(state).filter(([name]) => Object.hasOwn(schema.attributes, name)));

export const upgradeResourceState = rpc('UpgradeResourceState', { type_name: string(1), version: int(2), raw_state: one(3, RawState) }, {
  upgraded_state: one(1, DynamicValue), diagnostics: diagnosticsAt(2),
}, async ({ type_name, version, raw_state }, { provider }) => {
  const server = served(provider.resources, 'resource', type_name);
  const raw = readObject(raw_state, type_name);
  const { diagnostics, state } = await server.upgrade({
    version, state: version === server.schema.version ? withoutTypes(raw, server.schema) : raw,
  });
  const misfits: Diagnostic[] = [];
  if (state !== null) learnSecrets(server.schema, state);
  return {
    upgraded_state: sendValues(state === null ? null : known(state, server.schema), server.schema, type_name, misfits),
    diagnostics: sentDiagnostics([...diagnostics, ...misfits]),
  };
});
