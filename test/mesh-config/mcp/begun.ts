import type { Resource } from '../../../src/mesh/resource.ts';
import type { ServerCredentials } from '@grpc/grpc-js';
import { realClock } from '../../../src/mesh-config/clock.ts';
import type { Scope } from '../../../src/mesh-config/log/scope.ts';
import { grpcLogTo } from '../../../src/mesh-config/mcp/grpc-log.ts';
import { encoder } from '../../../src/mesh-config/mcp/encode.ts';
import { mcpServer } from '../../../src/mesh-config/mcp/server.ts';
import { source, type SourceParts } from '../../../src/mesh-config/mcp/source.ts';
import { tokenBucket } from '../../../src/mesh-config/mcp/token-bucket.ts';
import { collectionSnapshot, type Published, published } from '../../../src/mesh-config/snapshots/published.ts';
import { counted } from '../processing/counted.ts';

/** A scope that keeps its lines: `warn …`. */
export const heard = (): Scope & { readonly lines: string[] } => {
  const lines: string[] = [];
  const write = (level: string) => (message: string): void => { lines.push(`${level} ${message}`); };
  return { name: 'mcp', lines, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), fatal: write('fatal'), enabled: () => false };
};

export const encode = encoder(() => ({ typeUrl: 'type.googleapis.com/google.protobuf.Struct', value: new Uint8Array([10, 0]) }));
export const resource = (name: string, version = 'v1'): Resource => ({ collection: 'test/gateways', name, version, labels: { app: 'x' }, annotations: {}, spec: {}, origin: { source: 'test' } });

export interface Begun {
  readonly address: string;
  readonly snapshots: Published;
  readonly metrics: ReturnType<typeof counted>;
  readonly log: ReturnType<typeof heard>;
  publish(generation: number, ...names: readonly string[]): void;
  readonly source: ReturnType<typeof source>;
  stop(): Promise<void>;
}

/** A source on a free port with the collections test/gateways and test/services. */
export const begun = async (more: Partial<SourceParts> & { readonly maxMessage?: number; readonly maxStreams?: number; readonly listen?: string; readonly credentials?: ServerCredentials } = {}): Promise<Begun> => {
  const snapshots = published(['test/gateways', 'test/services']), metrics = counted(), log = heard();
  grpcLogTo(log);
  const made = source({
    snapshots, metrics, scope: log, component: 'mesh-config', version: '1.2.3', denied: (reason) => { log.warn(`denied ${reason}`); },
    streams: tokenBucket(100, 1000, realClock), requests: () => tokenBucket(100, 1000, realClock), ...more,
  });
  const server = mcpServer({ options: { 'server-address': more.listen ?? 'tcp://127.0.0.1:0', 'server-maxConcurrentStreams': more.maxStreams ?? 1024, 'server-maxReceivedMessageSize': more.maxMessage ?? 1048576 }, source: made, ...(more.credentials ? { credentials: more.credentials } : {}) });
  await server.start();
  return {
    address: more.listen?.replace('unix://', 'unix:') ?? `127.0.0.1:${server.port()}`, snapshots, metrics, log, source: made, stop: server.stop,
    publish: (generation, ...names) => { snapshots.publish([collectionSnapshot('test/gateways', generation, names.map((name) => resource(name, `v${generation}`)), encode)]); },
  };
};

/** Waits for what comes by a socket or a file and shows nowhere else. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => { while (!await holds()) await new Promise((done) => { setTimeout(done, 5); }); };
