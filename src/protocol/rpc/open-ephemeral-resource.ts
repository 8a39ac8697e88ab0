import { sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue, Timestamp } from '../messages/value.ts';
import { one, presentBytes, string } from '../protobuf/field.ts';
import { learnSecrets } from '../secrets.ts';
import type { Diagnostic } from '../server.ts';
import { receiveConfig, sendValues } from '../values.ts';
import { rpc, served } from './rpc.ts';

/** A moment as google.protobuf.Timestamp counts it. */
export const timestamp = (at: Date | undefined): { seconds: number; nanos: number } | undefined => {
  if (at === undefined) return undefined;
  const seconds = Math.floor(at.getTime() / 1000);
  return { seconds, nanos: (at.getTime() - seconds * 1000) * 1_000_000 };
};

export const openEphemeralResource = rpc('OpenEphemeralResource', { type_name: string(1), config: one(2, DynamicValue) }, {
  diagnostics: diagnosticsAt(1), renew_at: one(2, Timestamp), result: one(3, DynamicValue), private: presentBytes(4),
}, async ({ type_name, config }, { provider, calling }) => {
  const server = served(provider.ephemerals, 'ephemeral resource', type_name);
  const opened = await server.open(receiveConfig(config, server.schema), calling);
  const misfits: Diagnostic[] = [];
  if (opened.result !== null) learnSecrets(server.schema, opened.result);
  return {
    result: sendValues(opened.result, server.schema, type_name, misfits), renew_at: timestamp(opened.renewAt), private: opened.private,
    diagnostics: sentDiagnostics([...opened.diagnostics, ...misfits]),
  };
});
