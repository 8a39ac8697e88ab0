import { analysis, type RunningAnalysis } from '../analysis/analysis.ts';
import { schemasFor } from '../analysis/schemas.ts';
import { withheld } from '../analysis/withheld.ts';
import { analysisKinds, kindFor } from '../../mesh/analysis/collections.ts';
import { defaultGroup, kinds, meshCollection, syntheticCollection } from '../../mesh/kinds/kinds.ts';
import type { SourceEvent } from '../../mesh/resource.ts';
import type { Clock } from '../clock.ts';
import { discovery } from '../discovery/discovery.ts';
import type { Environment } from '../environment.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Cluster } from '../kubernetes/cluster.ts';
import type { Log } from '../log/scope.ts';
import { bodyOf, typeUrlOf } from '../mcp/body.ts';
import { convertible } from '../mcp/convertible.ts';
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
import { meshFile } from '../mesh-file/mesh-file.ts';
import { perKind } from '../monitoring/per-kind.ts';
import type { MetricsRegistry } from '../monitoring/registry.ts';
import { usualDelays } from '../processing/debounce.ts';
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
    { name: 'default', collections: defaultGroup, pace: usualDelays },
    { name: 'syntheticServiceEntry', collections: [syntheticCollection], pace: 'immediate' },
  ] as const;
  const encode = encoder(bodyOf(log('resource')));
  const made = processor(groups, { clock, metrics, encode });
  perKind(metrics, made.snapshots);
  const grouped = new Set(groups.flatMap(({ collections }): readonly string[] => collections));
  const converted = (told: (event: SourceEvent) => void) => convertible({ encode, served: (collection) => grouped.has(collection), metrics, scope: log('resource'), tell: told });
  // Deployments, secrets and config maps are read of files alone, and only to be analysed.
  const alsoRead = options.enableAnalysis && options.configPath !== '' ? analysisKinds : [];
  const collections = [...kinds, ...alsoRead].map((kind) => kind.collection);
  const kept = options.enableAnalysis ? withheld(made, () => { analysed?.again(); }) : undefined;
  const converting = converted(made.inlet(collections)), tell = kept?.tap(converting) ?? converting;
  const inCluster = options.configPath === '' ? cluster?.source(tell) : undefined;
  const read = inCluster ?? fileSource({ path: options.configPath, watch: options.watchConfigFiles, collections, kindFor: alsoRead.length > 0 ? kindFor : undefined, scope: log('source'), clock, tell });
  /** Analysis tells it what it finds. */
  const statuses = inCluster && options.enableAnalysis ? cluster?.statuses(inCluster) : undefined;
  const analysed: RunningAnalysis | undefined = options.enableAnalysis ? analysis({
    snapshots: made.snapshots, withheld: () => kept?.current() ?? [], inputs: (collection) => (made.isWhole(collection) ? [...made.resources(collection).values()].sort((a, b) => (a.name < b.name ? -1 : 1)) : undefined),
    schemas: schemasFor(schemas?.current), scope: log('analysis'), metrics, clock, domain: options.domain,
  }) : undefined;
  if (analysed) made.follow(collections.filter((one) => !defaultGroup.includes(one)), analysed.again);
  if (analysed) schemas?.follow(analysed.again);
  if (statuses) analysed?.follow(statuses.write);
  const mesh = meshFile({ path: options.meshConfigFile, scope: log('source'), tell: converted(made.inlet([meshCollection])) });
  const synthetic = made.inlet([syntheticCollection]);
  if (options.enableServiceDiscovery) made.follow([meshCollection], discovery({ processor: made, clock, domain: options.domain, trustDomain: mesh.trustDomain, tell: converted(synthetic) }));
  else synthetic({ kind: 'full-sync', collection: syntheticCollection });

  const stream = { snapshots: made.snapshots, metrics, scope, component, version, meta: sinkMetadata(options.sinkMeta) };
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
    : sinkConnection({ ...stream, address: options.sinkAddress, credentials: await sinkCredentials(options.sinkAuthMode), clock, requests });
  return {
    components: [
      { name: 'snapshots', start: async () => {}, stop: async () => { made.stop(); } }, ...(analysed ? [analysed] : []),
      ...(secured ? [secured.access.component, secured.tls.component] : []),
      mesh, read, reloadSignal(read), ...(statuses ? [statuses] : []),
      mcpServer({ options, source: serving, ...(secured ? { credentials: secured.tls.credentials } : {}) }),
      ...(dialed ? [dialed] : []),
    ],
    analysis: analysed,
    config: {
      snapshots: made.snapshots, groups: new Map(groups.map(({ name, collections }) => [name, collections])),
      synced: (collection) => new Map([...serving.synced(collection), ...dialed?.synced(collection) ?? []]), typeUrl: ({ collection }) => typeUrlOf(collection),
    },
  };
};
