import { hostname } from 'node:os';
import type { RunningAnalysis } from '../analysis/analysis.ts';
import type { BuildInfo } from '../build-info.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import { analysis as analysisTopic } from '../introspection/analysis.ts';
import { config, type ConfigParts } from '../introspection/config.ts';
import { metric } from '../introspection/metric.ts';
import { args, environment, memory, processFacts, signal, version } from '../introspection/process.ts';
import { scopes } from '../introspection/scopes.ts';
import { introspection } from '../introspection/server.ts';
import type { OpenLog } from '../log/open-log.ts';
import type { MetricsRegistry } from '../monitoring/registry.ts';
import type { Component } from './component.ts';

export interface IntrospectedParts {
  readonly options: Pick<ServerOptions, 'ctrlz_address' | 'ctrlz_port'>;
  readonly build: BuildInfo;
  readonly metrics: MetricsRegistry;
  readonly settings: OpenLog['settings'];
  /** undefined: nothing is served by MCP. */
  readonly config: ConfigParts | undefined;
  /** undefined: nothing is analysed. */
  readonly analysis?: Pick<RunningAnalysis, 'current'> | undefined;
}

/** Introspection with every topic that this server has something to say to. */
export const introspected = ({ options, build, metrics, settings, config: parts, analysis }: IntrospectedParts): Component => introspection({
  address: options.ctrlz_address, port: options.ctrlz_port,
  home: () => ({ name: 'mesh-config', version: build.version, hostname: hostname(), pid: process.pid, uptime_seconds: Math.round(process.uptime()) }),
  // The same as whoever stops us from outside: in order, and with the exit code of that.
  exit: () => { process.kill(process.pid, 'SIGTERM'); },
  topics: [
    scopes(settings), memory(), environment(), processFacts(), args(), version(build), metric(metrics), ...(parts ? [config(parts)] : []), ...(analysis ? [analysisTopic(analysis.current)] : []),
    signal((name) => { process.kill(process.pid, name); }),
  ],
});
