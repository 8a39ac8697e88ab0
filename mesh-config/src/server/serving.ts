import type { RateLimit } from '../environment.ts';
import type { Component } from '../lifecycle/component.ts';
import { createReloadingCredentials } from '../mcp/reloading-credentials.ts';
import { createDenialLog } from '../mcp/denial-log.ts';
import { watchAccessList } from '../mcp/watched-access-list.ts';
import { createStreamCount } from '../mcp/stream-count.ts';
import { createMcpServer } from '../mcp/mcp-server.ts';
import { createSinkCredentials } from '../mcp/sink-credentials.ts';
import { createSinkConnection } from '../mcp/sink-connection.ts';
import { parseSinkMetadata } from '../mcp/sink-metadata.ts';
import { createMcpSource } from '../mcp/mcp-source.ts';
import { createTokenBucket, type TokenBucket } from '../mcp/token-bucket.ts';
import type { Processor } from '../processing/processor.ts';
import type { ProcessingOptions } from './processing-options.ts';

/** The access list and the certificate of the gRPC server; undefined with `--insecure`. */
const createSecurity = async ({ options, log }: Pick<ProcessingOptions, 'options' | 'log'>) => {
  if (options.insecure) return undefined;
  const scope = log('mcp');
  const accessList = await watchAccessList(options.accessListFile, scope);
  const files = { certificate: options.tlsCertFile, key: options.tlsKeyFile, authorities: options.caCertFile };
  return { accessList, tls: await createReloadingCredentials(files, scope) };
};

export interface Serving {
  /** The access list and the certificate: started before the sources. */
  readonly security: readonly Component[];
  readonly components: readonly Component[];
  syncedByPeer(collection: string): ReadonlyMap<string, boolean>;
}

/** The MCP server, and the connection to a sink with `--sinkAddress`. */
export const createServing = async (parts: ProcessingOptions, { snapshots }: Processor): Promise<Serving> => {
  const { options, log, metrics, environment, clock, version, component } = parts;
  const scope = log('mcp');
  const createLimiter = ({ burst, interval }: RateLimit): TokenBucket => createTokenBucket(burst, interval, clock);
  const createRequestLimiter = (): TokenBucket => createLimiter(environment.requests);
  const meta = parseSinkMetadata(options.sinkMeta);
  const streams = createStreamCount(metrics, component);
  const stream = { snapshots, metrics, scope, component, version, meta, streams, createRequestLimiter };
  const security = await createSecurity(parts);
  const source = createMcpSource({
    ...stream,
    streamLimiter: createLimiter(environment.streams),
    onDenied: createDenialLog(scope, createLimiter(environment.denials)),
    ...(security ? { accessList: security.accessList.current } : {}),
  });
  const address = options.sinkAddress;
  const connection =
    address === ''
      ? undefined
      : createSinkConnection({ ...stream, address, credentials: await createSinkCredentials(options.sinkAuthMode), clock });
  return {
    security: security ? [security.accessList.component, security.tls.component] : [],
    components: [
      createMcpServer({ options, source, ...(security ? { credentials: security.tls.credentials } : {}) }),
      ...(connection ? [connection] : []),
    ],
    syncedByPeer: (collection) => new Map([...source.syncedByPeer(collection), ...(connection?.synced(collection) ?? [])]),
  };
};
