import { analysis, type RunningAnalysis } from '../analysis/analysis.ts';
import { schemasFor } from '../analysis/schemas.ts';
import { analysisKinds, kindFor } from '../../mesh/analysis/collections.ts';
import { defaultGroup, kinds, meshCollection, syntheticCollection } from '../../mesh/kinds/kinds.ts';
import type { Clock } from '../clock.ts';
import type { Environment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Cluster } from '../kubernetes/cluster.ts';
import type { Log } from '../log/scope.ts';
import { structBody } from '../mcp/body.ts';
import { reloadedCredentials } from '../mcp/credentials.ts';
import { denialLog } from '../mcp/denial-log.ts';
import { encoder } from '../mcp/encode.ts';
import { grpcLogTo } from '../mcp/grpc-log.ts';
import { liveAccessList } from '../mcp/live-access-list.ts';
import { mcpServer } from '../mcp/server.ts';
import { sinkCredentials } from '../mcp/sink-auth.ts';
import { sinkConnection } from '../mcp/sink-connection.ts';
import { sinkMetadata } from '../mcp/sink-meta.ts';
import { source } from '../mcp/source.ts';
import { tokenBucket } from '../mcp/token-bucket.ts';
import type { MetricsRegistry } from '../monitoring/registry.ts';
import { defaultPace } from '../processing/group.ts';
import { processor } from '../processing/processor.ts';
import { fileSource } from '../sources/file-source.ts';
import { reloadSignal } from '../sources/reload-signal.ts';
import type { ConfigParts } from '../introspection/config.ts';
import type { Validation } from '../validation/validation.ts';
import type { Component } from './component.ts';

export interface ProcessingParts {
  readonly options: ServerOptions;
  readonly log: Log;
  readonly metrics: MetricsRegistry;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly version: string;
  /** The label of metrics. */
  readonly component: string;
  /** Where resources come from when no folder is named. */
  readonly cluster?: Cluster | undefined;
  /** Schemas of CRDs and overlays, for analysis. */
  readonly schemas?: Validation['schemas'] | undefined;
}

export interface Processing {
  /** In the order in which they start. */
  readonly components: readonly Component[];
  /** What introspection shows of it. */
  readonly config: ConfigParts;
  /** undefined: `--enableAnalysis` was not said. */
  readonly analysis: RunningAnalysis | undefined;
}

/** From the files to the sinks: what reads, what publishes, and what serves by MCP. */
export const processing = async ({ options, log, metrics, environment, clock, version, component, cluster, schemas }: ProcessingParts): Promise<Processing> => {
  const scope = log('mcp');
  grpcLogTo(log('grpcAdapter'));
  const groups = [
    { name: 'default', collections: defaultGroup, pace: defaultPace },
    { name: 'syntheticServiceEntry', collections: [syntheticCollection], pace: 'immediate' },
  ] as const;
  const made = processor(groups, { clock, metrics, encode: encoder(structBody) });
  // Deployments, secrets and config maps are read of files alone, and only to be analysed.
  const alsoRead = options.enableAnalysis && options.configPath !== '' ? analysisKinds : [];
  const collections = [...kinds, ...alsoRead].map((kind) => kind.collection);
  const tell = made.inlet(collections);
  const inCluster = options.configPath === '' ? cluster?.source(tell) : undefined;
  const read = inCluster ?? fileSource({ path: options.configPath, watch: options.watchConfigFiles, collections, kindFor: alsoRead.length > 0 ? kindFor : undefined, scope: log('source'), clock, tell });
  /** Analysis tells it what it finds. */
  const statuses = inCluster && options.enableAnalysis ? cluster?.statuses(inCluster) : undefined;
  const analysed = options.enableAnalysis ? analysis({
    snapshots: made.snapshots, inputs: (collection) => (made.isWhole(collection) ? [...made.resources(collection).values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : undefined),
    schemas: schemasFor(schemas), scope: log('analysis'), metrics, clock, domain: options.domain,
  }) : undefined;
  if (analysed) made.follow(collections.filter((one) => !defaultGroup.includes(one)), analysed.again);
  if (statuses) analysed?.follow(statuses.write);
  for (const collection of [meshCollection, syntheticCollection]) made.inlet([collection])({ kind: 'full-sync', collection });

  const stream = { snapshots: made.snapshots, metrics, scope, component, version };
  const requests = () => tokenBucket(environment.requests.burst, environment.requests.every, clock);
  const secured = options.insecure ? undefined : {
    access: await liveAccessList(options.accessListFile, scope),
    tls: await reloadedCredentials({ certificate: options.tlsCertFile, key: options.tlsKeyFile, authorities: options.caCertFile }, scope),
  };
  const serving = source({
    ...stream, requests, streams: tokenBucket(environment.streams.burst, environment.streams.every, clock),
    denied: denialLog(scope, tokenBucket(environment.denials.burst, environment.denials.every, clock)), ...(secured ? { access: secured.access.current } : {}),
  });
  const dialed = options.sinkAddress === '' ? undefined
    : sinkConnection({ ...stream, address: options.sinkAddress, credentials: await sinkCredentials(options.sinkAuthMode), meta: sinkMetadata(options.sinkMeta), clock, requests });
  return {
    components: [
      { name: 'snapshots', start: async () => {}, stop: async () => { made.stop(); } }, ...(analysed ? [analysed] : []),
      ...(secured ? [secured.access.component, secured.tls.component] : []),
      read, reloadSignal(read), ...(statuses ? [statuses] : []),
      mcpServer({ options, source: serving, ...(secured ? { credentials: secured.tls.credentials } : {}) }),
      ...(dialed ? [dialed] : []),
    ],
    analysis: analysed,
    config: {
      snapshots: made.snapshots, groups: new Map(groups.map(({ name, collections }) => [name, collections])),
      synced: (collection) => new Map([...serving.synced(collection), ...dialed?.synced(collection) ?? []]), typeUrl: (resource) => structBody(resource).typeUrl,
    },
  };
};
