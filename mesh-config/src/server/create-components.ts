import type { AnalysisService } from '../analysis-service/analysis-service.ts';
import { getBuildInfo } from '../build-info.ts';
import { systemClock } from '../lifecycle/clock.ts';
import { readEnvironment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import { connectCluster } from './cluster.ts';
import type { LogHandle } from '../log/open-log.ts';
import { createMetricsRegistry } from '../monitoring/metrics-registry.ts';
import { createMonitoringServer } from '../monitoring/monitoring-server.ts';
import { createProfilingServer } from '../profiling/profiling-server.ts';
import { createFileProbe, type HealthCheck } from '../probes/file-probe.ts';
import { createValidation } from '../validation/validation.ts';
import type { Component } from '../lifecycle/component.ts';
import { createIntrospectionFacility } from './introspection-facility.ts';
import { createProcessing } from './processing.ts';

const componentLabel = 'mesh-config';

/** The parts of a server with these options, in the order in which they start. Throws one sentence where a part cannot be. */
export const createComponents = async (options: ServerOptions, openLog: LogHandle): Promise<readonly Component[]> => {
  const { log } = openLog;
  const build = getBuildInfo();
  const metrics = createMetricsRegistry({
    mesh_mcp_clients_total: [{ component: componentLabel }],
    mesh_mcp_reconnections: [{ component: componentLabel }],
  });
  metrics.set('mesh_build', { component: componentLabel, tag: build.tag }, 1);
  const environment = readEnvironment(process.env, (message) => {
    log('default').warn(message);
  });
  const liveness: HealthCheck[] = [],
    readiness: HealthCheck[] = [];
  const probe = (name: 'liveness' | 'readiness', health: readonly HealthCheck[]): Component =>
    createFileProbe({
      name: `${name} probe`,
      path: options[`${name}ProbePath`],
      interval: options[`${name}ProbeInterval`],
      checks: health,
      scope: log('server'),
    });
  // The webhook is there before what analyses is; it asks only once both work.
  let advise: AnalysisService['advise'] = () => [];
  const validating = options['enable-validation']
    ? createValidation({ options, log, metrics, clock: systemClock, diagnose: (resource) => advise(resource) })
    : undefined;
  if (validating) {
    liveness.push(validating.liveness);
    readiness.push(validating.readiness);
  }
  const cluster = await connectCluster({
    options,
    log,
    metrics,
    clock: systemClock,
    ...(validating
      ? {
          onDefinitions: (crds) => {
            validating.setClusterDefinitions(crds).catch((error: unknown) => {
              log('validation').error(`schemas of the cluster do not hold; this is our fault, please report it: ${String(error)}`);
            });
          },
        }
      : {}),
  });
  const served = options['enable-server']
    ? await createProcessing({
        options,
        cluster,
        schemas: validating?.schemas,
        log,
        metrics,
        environment,
        clock: systemClock,
        version: build.version,
        component: componentLabel,
      })
    : undefined;
  if (served?.analysis) ({ advise } = served.analysis);
  return [
    probe('liveness', liveness),
    probe('readiness', readiness),
    ...(validating?.components ?? []),
    ...(cluster && validating && options['enable-reconcileWebhookConfiguration'] ? [cluster.createWebhookController()] : []),
    ...(cluster ? [cluster.definitions] : []),
    ...(served?.components ?? []),
    createMonitoringServer(metrics, build, options.monitoringPort),
    ...(options.enableProfiling ? [createProfilingServer(options.pprofPort)] : []),
    createIntrospectionFacility({
      options,
      build,
      metrics,
      settings: openLog.settings,
      config: served?.configTopic,
      analysis: served?.analysis,
    }),
  ];
};
