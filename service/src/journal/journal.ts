/** A message's headers and body as far as they are kept: redacted before they are remembered. */
export interface RecordedMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Redacted JSON; undefined without a body, or for one that cannot be redacted. */
  readonly body?: string;
  /** Why the body is missing or truncated, if it is. */
  readonly note?: string;
}

/** One answered request. It contains no secrets. */
export interface JournalEntry {
  /** ISO 8601, on the service's clock. */
  readonly at: string;
  readonly service: string;
  readonly method: string;
  /** Path and query; what is a secret in either is masked. */
  readonly path: string;
  /** `GET /workspaces/{workspace_id}`; undefined: no route matched. */
  readonly operation: string | undefined;
  /** 0: the connection was broken on purpose. */
  readonly status: number;
  readonly requestId: string;
  /** Real time, from when the request was read until its answer was written. */
  readonly milliseconds: number;
  readonly caller: { readonly kind: string; readonly id: string; readonly name: string } | undefined;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly warnings?: readonly string[];
  /** The id of the planted fault that it met. */
  readonly fault?: string;
  readonly request?: RecordedMessage;
  readonly response?: RecordedMessage;
}
/** `seq` grows by one with each request and never begins again while the service runs. */
export interface NumberedEntry {
  readonly seq: number;
  readonly entry: JournalEntry;
}

export interface Journal {
  append(entry: JournalEntry): void;
  /** Oldest first. */
  entries(): readonly NumberedEntry[];
  clear(): void;
  /** Noted since the start, or since it was cleared; more than are kept. */
  readonly total: number;
  /** `seq` of the newest entry; 0 before the first. */
  readonly seq: number;
}

const maxPathLength = 2048;
const measureMessage = (message: RecordedMessage | undefined): number =>
  message === undefined
    ? 0
    : (message.body?.length ?? 0) + message.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 40, 0);
/** The approximate size of an entry in memory. */
const measureEntry = ({ path, warnings, request, response }: JournalEntry): number =>
  400 + path.length + (warnings === undefined ? 0 : warnings.join().length) + measureMessage(request) + measureMessage(response);

/** Keeps the last requests up to a number, and fewer if they would exceed a size in bytes. */
export const createJournal = (most = 2000, room = 32 * 1024 * 1024): Journal => {
  let ring: (NumberedEntry | undefined)[] = [];
  let [seq, oldest, cleared, used] = [0, 0, 0, 0];
  const drop = (): void => {
    const at = oldest++ % most;
    used -= measureEntry(ring[at]!.entry);
    ring[at] = undefined;
  };
  return {
    append: (original) => {
      const entry = original.path.length > maxPathLength ? { ...original, path: `${original.path.slice(0, maxPathLength)}…` } : original;
      if (seq - oldest === most) drop();
      used += measureEntry(entry);
      ring[seq % most] = { seq: seq + 1, entry };
      seq += 1;
      while (used > room && oldest < seq) drop();
    },
    entries: () => Array.from({ length: seq - oldest }, (_, index) => ring[(oldest + index) % most]!),
    clear: () => {
      ring = [];
      oldest = cleared = seq;
      used = 0;
    },
    get total() {
      return seq - cleared;
    },
    get seq() {
      return seq;
    },
  };
};
