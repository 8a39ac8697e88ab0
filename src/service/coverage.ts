/** How often an operation was called, and how it answered: `{ '200': 3 }`; 0: the connection was broken on purpose. */
export interface Calls { readonly calls: number; readonly statuses: { readonly [status: string]: number } }

export interface Coverage {
  note(service: string, operation: string, status: number): void;
  of(service: string, operation: string): Calls;
  clear(): void;
}

export const coverage = (): Coverage => {
  let services = new Map<string, Map<string, Map<number, number>>>();
  return {
    note: (service, operation, status) => {
      let operations = services.get(service);
      if (!operations) services.set(service, operations = new Map());
      let statuses = operations.get(operation);
      if (!statuses) operations.set(operation, statuses = new Map());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    of: (service, operation) => {
      const statuses = [...services.get(service)?.get(operation) ?? []].sort(([a], [b]) => a - b);
      return { calls: statuses.reduce((sum, [, count]) => sum + count, 0), statuses: Object.fromEntries(statuses) };
    },
    clear: () => { services = new Map(); },
  };
};
