/** Values by key, in two generations: when the young one is full it becomes the old one, and the values of the old one are dropped. */
export interface Generations<V> {
  getYoung(key: string): V | undefined;
  getOld(key: string): V | undefined;
  /** The value in either generation. */
  find(key: string): V | undefined;
  /** Into the young one. */
  add(key: string, value: V): void;
  drop(key: string): void;
  clear(): void;
}

/** `room`: bytes of both together, as `sizeOf` counts them. */
export const createGenerations = <V>(room: number, sizeOf: (value: V) => number): Generations<V> => {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  let used = 0;
  return {
    getYoung: (key) => young.get(key),
    getOld: (key) => old.get(key),
    find: (key) => young.get(key) ?? old.get(key),
    add(key, value) {
      used += sizeOf(value);
      if (used > room / 2) {
        old = young;
        young = new Map();
        used = 0;
      }
      young.set(key, value);
    },
    drop(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young = new Map();
      old = new Map();
      used = 0;
    },
  };
};
