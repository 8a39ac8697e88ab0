/** Number of calls of an operation by status: `{ '200': 3 }`. Status 0: a planted fault broke the connection. */
export interface OperationCalls {
  readonly calls: number;
  readonly statuses: { readonly [status: string]: number };
}

export interface Coverage {
  record(service: string, operation: string, status: number): void;
  get(service: string, operation: string): OperationCalls;
  clear(): void;
}

export const createCoverage = (): Coverage => {
  let services = new Map<string, Map<string, Map<number, number>>>();
  return {
    record: (service, operation, status) => {
      let operations = services.get(service);
      if (!operations) services.set(service, (operations = new Map()));
      let statuses = operations.get(operation);
      if (!statuses) operations.set(operation, (statuses = new Map()));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    get: (service, operation) => {
      const statuses = [...(services.get(service)?.get(operation) ?? [])].sort(([a], [b]) => a - b);
      return { calls: statuses.reduce((sum, [, count]) => sum + count, 0), statuses: Object.fromEntries(statuses) };
    },
    clear: () => {
      services = new Map();
    },
  };
};
