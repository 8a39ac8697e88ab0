import { encodeDiagnostic, encodeDiagnostics } from '../../diagnostics.ts';
import { diagnosticsField } from '../../messages/diagnostic.ts';
import { bytesField, intField, messageField, stringField } from '../../protobuf/field.ts';
import { streamingRpc } from '../rpc.ts';
import { largestChunk } from './chunk-size.ts';
import { StateRange } from './state-range.ts';
import { stateStoreFor, storeCall } from './store-call.ts';

/** Engines read the range of every chunk without asking whether there is one. */
const noRange = { start: 0, end: 0 };

/** A state in chunks of the agreed size, the last one shorter. There is no chunk where there is no state. */
export const readStateBytes = streamingRpc(
  'ReadStateBytes',
  { type_name: stringField(1), state_id: stringField(2) },
  { bytes: bytesField(1), total_length: intField(2), range: messageField(3, StateRange), diagnostics: diagnosticsField(4) },
  async function* ({ type_name, state_id }, context) {
    const read = await stateStoreFor(context, type_name).read(state_id, storeCall(context));
    const { state = new Uint8Array(0) } = read;
    const diagnostics = encodeDiagnostics(read.diagnostics);
    const chunkSize = context.session.chunkSizes.get(type_name) ?? largestChunk;
    if (state.length === 0 && diagnostics.length > 0) yield { diagnostics, range: noRange };
    for (let start = 0; start < state.length; start += chunkSize) {
      const bytes = state.subarray(start, start + chunkSize);
      const range = { start, end: start + bytes.length - 1 };
      yield { bytes, total_length: state.length, range, ...(start === 0 ? { diagnostics } : {}) };
    }
  },
  (error) => ({ diagnostics: [encodeDiagnostic(error)], range: noRange }),
);
