import type { Caller, RouteResponse, ServiceSettings } from '../http/route.ts';
import type { ReadEvidence, ReadTransaction } from '../store/store.ts';

/** The inputs of a response besides the store. */
export interface ResponseInputs {
  /** Dialect, caller's ID, origin, hour of signed addresses, path and query. */
  readonly key: string;
  readonly caller: Caller;
  readonly settings: ServiceSettings;
  /** The key that signs the addresses in the response. */
  readonly addressKey: Buffer;
}

/**
 * Responses of documents that are read again and again, as JSON text: to build a document and its text was two fifths of what a read costs.
 * A response is given again only while everything that it was read from is unchanged.
 */
export interface KeptResponses {
  /** To be called in a read transaction: the kept response to this request, if all its inputs are unchanged. */
  find(inputs: ResponseInputs): RouteResponse | undefined;
  /** To be called in the read transaction that the response was built in. */
  keep(inputs: ResponseInputs, response: RouteResponse, view: ReadTransaction): void;
}

interface KeptResponse extends Omit<ResponseInputs, 'key'> {
  readonly evidence: ReadEvidence;
  readonly response: RouteResponse;
}

/** Approximate size of an entry in bytes, without its text and its key. */
const entryOverhead = 1000;

/** `room`: bytes; what was not used for longest gives way. 12 MB hold 2,500 workspaces. */
export const createKeptResponses = (room = 12_000_000): KeptResponses => {
  /** The least recently used response is the first. */
  const kept = new Map<string, KeptResponse>();
  let used = 0;
  const sizeOf = (key: string, { response }: KeptResponse): number => entryOverhead + key.length + response.text!.length;
  const drop = (key: string, entry: KeptResponse): void => {
    kept.delete(key);
    used -= sizeOf(key, entry);
  };
  const add = (key: string, entry: KeptResponse): void => {
    kept.set(key, entry);
    used += sizeOf(key, entry);
  };
  return {
    find({ key, caller, settings, addressKey }) {
      const known = kept.get(key);
      if (known === undefined) return undefined;
      drop(key, known);
      const isSame = known.caller === caller && known.settings === settings && known.addressKey === addressKey;
      if (!isSame || !known.evidence.isCurrent()) return undefined;
      add(key, known);
      return known.response;
    },
    keep({ key, caller, settings, addressKey }, response, view) {
      const evidence = view.listEvidence?.();
      if (!evidence) return;
      const former = kept.get(key);
      if (former) drop(key, former);
      add(key, { caller, settings, addressKey, evidence, response });
      for (const [oldest, entry] of kept) {
        if (used <= room) break;
        drop(oldest, entry);
      }
    },
  };
};
