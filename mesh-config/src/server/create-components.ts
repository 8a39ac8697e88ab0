import type { AnalysisService } from '../analysis-service/analysis-service.ts';
import { type BuildInfo, getBuildInfo } from '../build-info.ts';
import { systemClock } from '../lifecycle/clock.ts';
import { type Environment, readEnvironment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import { type Cluster, connectCluster } from './cluster.ts';
import type { LogHandle } from '../log/open-log.ts';
import type { Log } from '../log/scope.ts';
import { createMetricsRegistry, type MetricsRegistry } from '../monitoring/metrics-registry.ts';
import { createMonitoringServer } from '../monitoring/monitoring-server.ts';
import { createProfilingServer } from '../profiling/profiling-server.ts';
import { createFileProbe, type HealthCheck } from '../probes/file-probe.ts';
import { createValidation, type Validation } from '../validation/validation.ts';
import type { Component } from '../lifecycle/component.ts';
import { createIntrospectionFacility } from './introspection-facility.ts';
import { createProcessing, type Processing } from './processing.ts';

const componentLabel = 'mesh-config';

interface ServerContext {
  readonly options: ServerOptions;
  readonly log: Log;
  readonly metrics: MetricsRegistry;
  readonly build: BuildInfo;
  readonly environment: Environment;
}

const createMetrics = ({ tag }: BuildInfo): MetricsRegistry => {
  const labels = [{ component: componentLabel }];
  const metrics = createMetricsRegistry({ mesh_mcp_clients_total: labels, mesh_mcp_reconnections: labels });
  metrics.set('mesh_build', { component: componentLabel, tag }, 1);
  return metrics;
};

const createProbe = ({ options, log }: ServerContext, name: 'liveness' | 'readiness', checks: readonly HealthCheck[]): Component =>
  createFileProbe({
    name: `${name} probe`,
    path: options[`${name}ProbePath`],
    interval: options[`${name}ProbeInterval`],
    checks,
    scope: log('server'),
  });

const connect = ({ options, log, metrics }: ServerContext, validation: Validation | undefined): Promise<Cluster | undefined> => {
  const setDefinitions = (crds: readonly unknown[]): void => {
    validation?.setClusterDefinitions(crds).catch((error: unknown) => {
      log('validation').error(`the schemas of the cluster could not be used. This is a bug in Slipway; please report it: ${String(error)}`);
    });
  };
  return connectCluster({ options, log, metrics, clock: systemClock, ...(validation ? { onDefinitions: setDefinitions } : {}) });
};

const startProcessing = async (
  { options, log, metrics, build, environment }: ServerContext,
  cluster: Cluster | undefined,
  schemas: Validation['schemas'] | undefined,
): Promise<Processing | undefined> => {
  if (!options['enable-server']) return undefined;
  const identity = { version: build.version, component: componentLabel };
  return createProcessing({ options, cluster, schemas, log, metrics, environment, clock: systemClock, ...identity });
};

/** The components of a server with these options, in the order in which they start. Throws one sentence when one cannot be created. */
export const createComponents = async (options: ServerOptions, handle: LogHandle): Promise<readonly Component[]> => {
  const { log, settings } = handle;
  const build = getBuildInfo();
  const metrics = createMetrics(build);
  const environment = readEnvironment(process.env, (message) => {
    log('default').warn(message);
  });
  const context: ServerContext = { options, log, metrics, build, environment };
  // The webhook is created before the analysis, which it calls at each review.
  let advise: AnalysisService['advise'] = () => [];
  const validation = options['enable-validation']
    ? createValidation({ options, log, metrics, clock: systemClock, diagnose: (resource) => advise(resource) })
    : undefined;
  const cluster = await connect(context, validation);
  const processing = await startProcessing(context, cluster, validation?.schemas);
  if (processing?.analysis) ({ advise } = processing.analysis);
  const { configTopic: config, analysis } = processing ?? {};
  const reconciles = validation && options['enable-reconcileWebhookConfiguration'];
  return [
    createProbe(context, 'liveness', validation ? [validation.liveness] : []),
    createProbe(context, 'readiness', validation ? [validation.readiness] : []),
    ...(validation?.components ?? []),
    ...(cluster && reconciles ? [cluster.createWebhookController()] : []),
    ...(cluster ? [cluster.definitions] : []),
    ...(processing?.components ?? []),
    createMonitoringServer(metrics, build, options.monitoringPort),
    ...(options.enableProfiling ? [createProfilingServer(options.pprofPort)] : []),
    createIntrospectionFacility({ options, build, metrics, settings, config, analysis }),
  ];
};
