import { hostname } from 'node:os';
import type { AnalysisService } from '../analysis-service/analysis-service.ts';
import type { BuildInfo } from '../build-info.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import { createAnalysisTopic as analysisTopic } from '../introspection/analysis-topic.ts';
import { createConfigTopic, type ConfigTopicOptions } from '../introspection/config-topic.ts';
import { createMetricTopic } from '../introspection/metric-topic.ts';
import {
  createArgumentsTopic,
  createEnvironmentTopic,
  createMemoryTopic,
  createProcessTopic,
  createSignalTopic,
  createVersionTopic,
} from '../introspection/process-topics.ts';
import { createScopesTopic } from '../introspection/scopes-topic.ts';
import { createIntrospectionServer } from '../introspection/introspection-server.ts';
import type { LogHandle } from '../log/open-log.ts';
import type { MetricsRegistry } from '../monitoring/metrics-registry.ts';
import type { Component } from '../lifecycle/component.ts';

export interface IntrospectionFacilityOptions {
  readonly options: Pick<ServerOptions, 'ctrlz_address' | 'ctrlz_port'>;
  readonly build: BuildInfo;
  readonly metrics: MetricsRegistry;
  readonly settings: LogHandle['settings'];
  /** Undefined: MCP is not served. */
  readonly config: ConfigTopicOptions | undefined;
  /** Undefined: the analysis is off. */
  readonly analysis?: Pick<AnalysisService, 'current'> | undefined;
}

/** Introspection with the topics of the parts that run. */
export const createIntrospectionFacility = ({
  options,
  build,
  metrics,
  settings,
  config: parts,
  analysis,
}: IntrospectionFacilityOptions): Component =>
  createIntrospectionServer({
    address: options.ctrlz_address,
    port: options.ctrlz_port,
    home: () => ({
      name: 'mesh-config',
      version: build.version,
      hostname: hostname(),
      pid: process.pid,
      uptime_seconds: Math.round(process.uptime()),
    }),
    // As for SIGTERM: components stop in order, and the exit code is the same.
    exit: () => {
      process.kill(process.pid, 'SIGTERM');
    },
    topics: [
      createScopesTopic(settings),
      createMemoryTopic(),
      createEnvironmentTopic(),
      createProcessTopic(),
      createArgumentsTopic(),
      createVersionTopic(build),
      createMetricTopic(metrics),
      ...(parts ? [createConfigTopic(parts)] : []),
      ...(analysis ? [analysisTopic(analysis.current)] : []),
      createSignalTopic((name) => {
        process.kill(process.pid, name);
      }),
    ],
  });
