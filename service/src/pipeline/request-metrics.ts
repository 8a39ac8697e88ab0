/** Upper bounds of the buckets of a duration, in seconds. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Requests of one operation since the service started. Requests whose connection a fault broke have the status 0 and no duration. */
export interface OperationMetrics {
  /** `workspaces` or `ci`. */
  readonly service: string;
  /** `GET /workspaces/{workspace_id}`; undefined: there was no route. */
  readonly operation: string | undefined;
  /** Requests by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Requests by the first bucket that they fit in; the last one is beyond all bounds. */
  readonly buckets: readonly number[];
  /** Seconds of all requests. */
  readonly seconds: number;
}

/** Metrics of requests. Counters only grow until the process ends. */
export interface RequestMetrics {
  /** Counts an arrived request. Call the returned function when it is done. */
  begin(service: string): () => void;
  record(service: string, operation: string | undefined, status: number, milliseconds: number): void;
  listOperations(): readonly OperationMetrics[];
  /** Requests that have arrived and not left, by service. */
  readonly inFlight: ReadonlyMap<string, number>;
}

interface MutableMetrics extends OperationMetrics {
  readonly statuses: Map<number, number>;
  readonly buckets: number[];
  seconds: number;
}

const findBucket = (seconds: number): number => {
  const found = durationBuckets.findIndex((bound) => seconds <= bound);
  return found < 0 ? durationBuckets.length : found;
};

export const createRequestMetrics = (): RequestMetrics => {
  /** By service, then by operation: no joined key has to be built for each request. */
  const operations = new Map<string, Map<string | undefined, MutableMetrics>>();
  const inFlight = new Map<string, number>();
  const change = (service: string, by: number): void => void inFlight.set(service, (inFlight.get(service) ?? 0) + by);
  const findOperation = (service: string, operation: string | undefined): MutableMetrics => {
    const ofService = operations.get(service) ?? new Map<string | undefined, MutableMetrics>();
    let found = ofService.get(operation);
    if (!found) {
      operations.set(service, ofService);
      const buckets = Array.from({ length: durationBuckets.length + 1 }, () => 0);
      ofService.set(operation, (found = { service, operation, statuses: new Map(), buckets, seconds: 0 }));
    }
    return found;
  };
  return {
    begin: (service) => {
      change(service, 1);
      return () => change(service, -1);
    },
    record: (service, operation, status, milliseconds) => {
      const metrics = findOperation(service, operation);
      metrics.statuses.set(status, (metrics.statuses.get(status) ?? 0) + 1);
      if (status === 0) return;
      metrics.seconds += milliseconds / 1000;
      metrics.buckets[findBucket(milliseconds / 1000)]! += 1;
    },
    listOperations: () => [...operations.values()].flatMap((ofService) => [...ofService.values()]),
    inFlight,
  };
};
