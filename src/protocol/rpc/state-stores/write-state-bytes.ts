import { encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { bytesField, intField, messageField, stringField } from '../../protobuf/field.ts';
import { defineMessage } from '../../protobuf/message.ts';
import { collectingRpc } from '../rpc.ts';
import { largestChunk } from './chunk-size.ts';
import { collectState } from './collect-state.ts';
import { StateRange } from './state-range.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

/** In the first message only. */
const ChunkMeta = defineMessage({ type_name: stringField(1), state_id: stringField(2) });

/** Bytes of a message beside those of its chunk: names and numbers. */
const overhead = 64 * 1024;

export const writeStateBytes = collectingRpc(
  'WriteStateBytes',
  { meta: messageField(1, ChunkMeta), bytes: bytesField(2), total_length: intField(3), range: messageField(4, StateRange) },
  { diagnostics: diagnosticsField(1) },
  largestChunk + overhead,
  async (chunks, context) => {
    const collected = await collectState(chunks, (type) => stateStoreFor(context, type));
    if ('severity' in collected) return { diagnostics: encodeDiagnostics([collected]) };
    const { server, id, state } = collected;
    return { diagnostics: encodeDiagnostics(await server.write(id, state, storeCall(context))) };
  },
);
