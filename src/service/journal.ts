/** One answered request: never a body, never a secret. */
export interface Entry {
  /** ISO 8601, on the service's clock. */
  readonly at: string;
  readonly method: string;
  /** Path and query; the value of anything called a token is masked. */
  readonly path: string;
  /** 0: the connection was broken on purpose. */
  readonly status: number;
  readonly requestId: string;
  readonly warnings?: readonly string[];
}

export interface Journal { note(entry: Entry): void; entries(): readonly Entry[]; clear(): void; readonly total: number }

export const maskTokens = (target: string): string =>
  target.includes('?') ? target.replace(/([?&][^=&]*(?:token|secret|password)[^=&]*=)[^&]*/gi, '$1***') : target;

/** Remembers the last so many requests. */
export const journal = (size = 2000): Journal => {
  let ring: Entry[] = [];
  let total = 0;
  return {
    note: (entry) => { ring[total++ % size] = entry; },
    entries: () => (total <= size ? ring.slice() : [...ring.slice(total % size), ...ring.slice(0, total % size)]),
    clear: () => { ring = []; total = 0; },
    get total() { return total; },
  };
};
