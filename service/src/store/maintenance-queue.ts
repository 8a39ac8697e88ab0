/** Work that waits to be done between two groups of writes. */
export interface MaintenanceQueue {
  /** Resolves with what the work gives, or rejects as it does, once it was its turn. */
  add<T>(work: () => T | Promise<T>): Promise<T>;
  isEmpty(): boolean;
  /** Does the waiting work in order. */
  run(): Promise<void>;
}

export const createMaintenanceQueue = (): MaintenanceQueue => {
  let waiting: (() => Promise<void>)[] = [];
  return {
    add: <T>(work: () => T | Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push(async () => {
          try {
            resolve(await work());
          } catch (error) {
            reject(error as Error);
          }
        });
      }),
    isEmpty: () => waiting.length === 0,
    async run() {
      const turn = waiting;
      waiting = [];
      for (const work of turn) await work();
    },
  };
};
