import type { RunningAnalysis } from '../analysis/analysis.ts';
import { buildInfo } from '../build-info.ts';
import { realClock } from '../clock.ts';
import { readEnvironment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import { clusterOf } from '../kubernetes/cluster.ts';
import type { OpenLog } from '../log/open-log.ts';
import { metricsRegistry } from '../monitoring/registry.ts';
import { monitoring } from '../monitoring/server.ts';
import { profiling } from '../profiling/server.ts';
import { fileProbe, type Health } from '../probes/file-probe.ts';
import { validation } from '../validation/validation.ts';
import type { Component } from './component.ts';
import { introspected } from './introspected.ts';
import { processing } from './processing.ts';

const component = 'mesh-config';

/** The parts of a server with these options, in the order in which they start. Throws one sentence where a part cannot be. */
export const assemble = async (options: ServerOptions, openLog: OpenLog): Promise<readonly Component[]> => {
  const { log } = openLog;
  const build = buildInfo();
  const metrics = metricsRegistry({ mesh_mcp_clients_total: [{ component }], mesh_mcp_reconnections: [{ component }] });
  metrics.set('mesh_build', { component, tag: build.tag }, 1);
  const environment = readEnvironment(process.env, (message) => { log('default').warn(message); });
  const liveness: Health[] = [], readiness: Health[] = [];
  const probe = (name: 'liveness' | 'readiness', health: readonly Health[]): Component =>
    fileProbe({ name: `${name} probe`, path: options[`${name}ProbePath`], interval: options[`${name}ProbeInterval`], health, scope: log('server') });
  // The webhook is there before what analyses is; it asks only once both work.
  let advise: RunningAnalysis['advise'] = () => [];
  const validating = options['enable-validation'] ? validation({ options, log, metrics, clock: realClock, diagnose: (resource) => advise(resource) }) : undefined;
  if (validating) {
    liveness.push(validating.liveness);
    readiness.push(validating.readiness);
  }
  const cluster = await clusterOf({
    options, log, metrics, clock: realClock,
    ...(validating ? { everything: (crds) => { validating.clusterCrds(crds).catch((error: unknown) => { log('validation').error(`schemas of the cluster do not hold; this is our fault, please report it: ${String(error)}`); }); } } : {}),
  });
  const served = options['enable-server'] ? await processing({ options, cluster, schemas: validating?.schemas, log, metrics, environment, clock: realClock, version: build.version, component }) : undefined;
  if (served?.analysis) ({ advise } = served.analysis);
  return [
    probe('liveness', liveness), probe('readiness', readiness),
    ...validating?.components ?? [],
    ...(cluster && validating && options['enable-reconcileWebhookConfiguration'] ? [cluster.webhookController()] : []), ...(cluster ? [cluster.definitions] : []),
    ...served?.components ?? [],
    monitoring(metrics, build, options.monitoringPort),
    ...(options.enableProfiling ? [profiling(options.pprofPort)] : []),
    introspected({ options, build, metrics, settings: openLog.settings, config: served?.config, analysis: served?.analysis }),
  ];
};
