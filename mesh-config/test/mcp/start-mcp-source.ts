import type { Resource } from '../../src/resources/resource.ts';
import type { ServerCredentials } from '@grpc/grpc-js';
import { systemClock } from '../../src/lifecycle/clock.ts';
import type { LogScope } from '../../src/log/scope.ts';
import { redirectGrpcLog } from '../../src/mcp/grpc-log.ts';
import { createResourceEncoder } from '../../src/mcp/resource-encoder.ts';
import { type Keepalive, createMcpServer } from '../../src/mcp/mcp-server.ts';
import { createMcpSource, type McpSourceOptions } from '../../src/mcp/mcp-source.ts';
import { createTokenBucket } from '../../src/mcp/token-bucket.ts';
import { createCollectionSnapshot, type SnapshotStore, createSnapshotStore } from '../../src/snapshots/snapshot-store.ts';
import { createRecordingMetrics } from '../support/recording-metrics.ts';

/** A scope that keeps its lines: `warn …`. */
export const createRecordingScope = (): LogScope & { readonly lines: string[] } => {
  const lines: string[] = [];
  const write =
    (level: string) =>
    (message: string): void => {
      lines.push(`${level} ${message}`);
    };
  return {
    name: 'mcp',
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
    isEnabled: () => false,
  };
};

export const encodeTestResource = createResourceEncoder(() => ({
  typeUrl: 'type.googleapis.com/google.protobuf.Struct',
  value: new Uint8Array([10, 0]),
}));
export const createResource = (name: string, version = 'v1'): Resource => ({
  collection: 'test/gateways',
  name,
  version,
  labels: { app: 'x' },
  annotations: {},
  spec: {},
  origin: { source: 'test' },
});

export interface TestMcpSource {
  readonly address: string;
  readonly snapshots: SnapshotStore;
  readonly metrics: ReturnType<typeof createRecordingMetrics>;
  readonly log: ReturnType<typeof createRecordingScope>;
  publish(generation: number, ...names: readonly string[]): void;
  readonly source: ReturnType<typeof createMcpSource>;
  stop(): Promise<void>;
}

/** A source on a free port with the collections test/gateways and test/services. */
export const startMcpSource = async (
  more: Partial<McpSourceOptions> & {
    readonly maxMessage?: number;
    readonly maxStreams?: number;
    readonly listen?: string;
    readonly credentials?: ServerCredentials;
    readonly alive?: Keepalive;
  } = {},
): Promise<TestMcpSource> => {
  const snapshots = createSnapshotStore(['test/gateways', 'test/services']),
    metrics = createRecordingMetrics(),
    log = createRecordingScope();
  redirectGrpcLog(log);
  const made = createMcpSource({
    snapshots,
    metrics,
    scope: log,
    component: 'mesh-config',
    version: '1.2.3',
    onDenied: (reason) => {
      log.warn(`denied ${reason}`);
    },
    streamLimiter: createTokenBucket(100, 1000, systemClock),
    createRequestLimiter: () => createTokenBucket(100, 1000, systemClock),
    ...more,
  });
  const server = createMcpServer({
    options: {
      'server-address': more.listen ?? 'tcp://127.0.0.1:0',
      'server-maxConcurrentStreams': more.maxStreams ?? 1024,
      'server-maxReceivedMessageSize': more.maxMessage ?? 1048576,
    },
    source: made,
    ...(more.credentials ? { credentials: more.credentials } : {}),
    ...(more.alive ? { alive: more.alive } : {}),
  });
  await server.start();
  return {
    address: more.listen?.replace('unix://', 'unix:') ?? `127.0.0.1:${server.port()}`,
    snapshots,
    metrics,
    log,
    source: made,
    stop: server.stop,
    publish: (generation, ...names) => {
      snapshots.publish([
        createCollectionSnapshot(
          'test/gateways',
          generation,
          names.map((name) => createResource(name, `v${generation}`)),
          encodeTestResource,
        ),
      ]);
    },
  };
};

/** Waits for what comes by a socket or a file and shows nowhere else. */
export const waitUntil = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds()))
    await new Promise((done) => {
      setTimeout(done, 5);
    });
};
