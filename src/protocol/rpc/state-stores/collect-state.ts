import { describeBug } from '@slipway/declarations/bug-report';
import type { Diagnostic, StateStoreServer } from '../../provider-server.ts';

/** One message of a state that an engine writes. */
export interface StateChunk {
  readonly meta: { readonly type_name?: string; readonly state_id?: string } | undefined;
  readonly bytes: Uint8Array;
  readonly total_length: number;
  readonly range: { readonly start?: number; readonly end?: number } | undefined;
}
export interface CollectedState {
  readonly server: StateStoreServer;
  readonly id: string;
  readonly state: Uint8Array;
}

const outOfOrder = (detail: string): Diagnostic => ({
  severity: 'error',
  summary: 'The engine sent a state that is not whole',
  detail: describeBug(`Nothing was stored: ${detail}.`, '\n\n'),
});

/** Why a chunk is not the next one of its state; undefined: it is. `received`: bytes so far. */
const findChunkFault = (chunk: StateChunk, received: number, total: number, { largestState }: StateStoreServer): Diagnostic | undefined => {
  if (total > largestState)
    return {
      severity: 'error',
      summary: 'The state is too large',
      detail: `It has ${total} bytes; the state store takes at most ${largestState}. Nothing was stored. Split the configuration.`,
    };
  const { start = 0, end = 0 } = chunk.range ?? {};
  if (chunk.total_length !== total) return outOfOrder(`the length changed from ${total} to ${chunk.total_length} bytes`);
  if (start !== received) return outOfOrder(`a chunk begins at byte ${start} where byte ${received} was next`);
  if (end !== start + chunk.bytes.length - 1) return outOfOrder(`a chunk of ${chunk.bytes.length} bytes claims bytes ${start} to ${end}`);
  if (end >= total) return outOfOrder(`a chunk ends at byte ${end} of a state of ${total} bytes`);
  return undefined;
};

/**
 * The state in the chunks of one call, or why it is refused. The chunks are read to their end in any case: engines read the answer only
 * then. What is refused is not kept. `find` throws for a store that does not exist.
 */
export const collectState = async (
  chunks: AsyncIterable<StateChunk>,
  find: (type: string) => StateStoreServer,
): Promise<CollectedState | Diagnostic> => {
  const parts: Uint8Array[] = [];
  let [received, total, id] = [0, 0, ''];
  let server: StateStoreServer | undefined;
  let refusal: Diagnostic | undefined;
  let failure: unknown;
  for await (const chunk of chunks) {
    if (refusal !== undefined || failure !== undefined) continue;
    try {
      if (server === undefined) {
        server = find(chunk.meta?.type_name ?? '');
        [id, total] = [chunk.meta?.state_id ?? '', chunk.total_length];
      }
      refusal = findChunkFault(chunk, received, total, server);
      parts.push(chunk.bytes);
      received += chunk.bytes.length;
    } catch (error) {
      failure = error;
    }
    if (refusal !== undefined) parts.length = 0;
  }
  if (failure !== undefined) throw failure;
  if (refusal !== undefined) return refusal;
  if (server === undefined) return outOfOrder('there was no chunk');
  if (received !== total) return outOfOrder(`${received} of ${total} bytes came`);
  return { server, id, state: Buffer.concat(parts, received) };
};
