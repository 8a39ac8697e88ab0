import { diagnosticsField } from '../messages/diagnostic.ts';
import { FunctionMessage } from '../messages/schema.ts';
import { mapField } from '../protobuf/map.ts';
import { toMap, encodeFunction } from '../schema.ts';
import { rpc } from './rpc.ts';

export const getFunctions = rpc(
  'GetFunctions',
  {},
  { functions: mapField(1, FunctionMessage), diagnostics: diagnosticsField(2) },
  async (_, { provider }) => ({ functions: toMap(provider.functions, encodeFunction) }),
);
