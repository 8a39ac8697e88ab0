import { diagnosticsAt } from '../messages/diagnostic.ts';
import { FunctionMessage } from '../messages/schema.ts';
import { mapOf } from '../protobuf/map.ts';
import { mapped, sentFunction } from '../schema.ts';
import { rpc } from './rpc.ts';

export const getFunctions = rpc('GetFunctions', {}, { functions: mapOf(1, FunctionMessage), diagnostics: diagnosticsAt(2) },
  async (_, { provider }) => ({ functions: mapped(provider.functions, sentFunction) }));
