/** One answered request: never a body, never a secret. */
export interface Entry {
  /** ISO 8601, on the service's clock. */
  readonly at: string;
  readonly method: string;
  /** Path and query; what is a secret in either is masked. */
  readonly path: string;
  /** 0: the connection was broken on purpose. */
  readonly status: number;
  readonly requestId: string;
  readonly warnings?: readonly string[];
}

export interface Journal { note(entry: Entry): void; entries(): readonly Entry[]; clear(): void; readonly total: number }

/** Masks what a query calls a token, and what stands at the `{secret}` of any of these paths, whatever the method. */
export const masking = (paths: readonly string[]): ((target: string) => string) => {
  const holders = [...new Set(paths.filter((path) => path.includes('{secret}')))].map((path) => {
    const [before, after = ''] = path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').split('{secret}').map((part) => part.replaceAll(/\{[^}]+\}/g, '[^/?]+'));
    return new RegExp(`^(${before})[^/?]+(?=${after}/?(?:\\?|$))`);
  });
  return (target) => {
    const path = holders.reduce((text, holder) => text.replace(holder, '$1***'), target);
    return path.includes('?') ? path.replace(/([?&][^=&]*(?:token|secret|password)[^=&]*=)[^&]*/gi, '$1***') : path;
  };
};

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
