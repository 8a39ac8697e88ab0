import type { Environment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Log } from '../log/scope.ts';
import type { MetricsRegistry } from '../monitoring/metrics-registry.ts';
import type { Validation } from '../validation/validation.ts';
import type { Cluster } from './cluster.ts';

export interface ProcessingOptions {
  readonly options: ServerOptions;
  readonly log: Log;
  readonly metrics: MetricsRegistry;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly version: string;
  /** The value of the label `component` of metrics. */
  readonly component: string;
  /** The source of resources without `--configPath`. */
  readonly cluster?: Cluster | undefined;
  /** Schemas of CRDs and overlays, for analysis. */
  readonly schemas?: Validation['schemas'] | undefined;
}
