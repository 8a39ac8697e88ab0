import type { ThreadPoolLimits } from '@slipway/schema-tools/threads';
import type { Compiled } from '@slipway/schema-tools/load';
import { isObject } from '@slipway/schema-tools/json';
import type { Diagnostic } from '../analysis/diagnostic.ts';
import type { Resource } from '../resources/resource.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Log } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { HealthCheck } from '../probes/file-probe.ts';
import type { Component } from '../lifecycle/component.ts';
import { createReloadSignal } from '../sources/reload-signal.ts';
import { type WatchedCertificate, watchCertificate } from './https/watched-certificate.ts';
import { createReadinessCheck, type Readiness } from './https/readiness.ts';
import { createReviewHandler, type ReviewHandlerOptions } from './https/review-handler.ts';
import { createHttpsServer, type HttpsServer } from './https/https-server.ts';
import { reviewBody } from './reviews/review-body.ts';
import { createReviewWorkers, type ReviewWorkers } from './reviews/review-in-worker.ts';
import { loadBuiltinSchemas } from './schemas/load-builtin-schemas.ts';
import { createThreadCompiler, type SchemaCompiler } from './schemas/schema-compiler.ts';
import { readCrdSchemas } from './schemas/crd-schemas.ts';
import { createSchemaFolderSource, type SchemaFolderSource } from './schemas/schema-folder-source.ts';
import { createSchemaLibrary, type SchemaLibrary } from './schemas/schema-library.ts';

export interface ValidationOptions {
  readonly options: Pick<
    ServerOptions,
    'validation-port' | 'validation.tls.clientCertificate' | 'validation.tls.privateKey' | 'schemaPath' | 'configPath' | 'watchConfigFiles'
  >;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** What analysis finds in a resource: errors refuse it, warnings are returned with the response. */
  diagnose?(resource: Resource): readonly Diagnostic[];
  /** Limits of the threads that validate long reviews. Default: `reviewLimits`. */
  readonly reviewLimits?: ThreadPoolLimits;
}
/**
 * Maximum size, in bytes, of a review that is validated in this thread; a longer one goes to another thread, and gets no warnings of the
 * analysis, which needs all resources and runs here. The maximum cost is in docs/decisions/0081.
 */
export const mostBytesInPlace = 16 * 1024;
export interface Validation {
  /** The components, in the order in which they start. */
  readonly components: readonly Component[];
  readonly liveness: HealthCheck;
  readonly readiness: HealthCheck;
  /** Replaces the CustomResourceDefinitions of the cluster; resolves when their schemas are in use. */
  setClusterDefinitions(crds: readonly unknown[]): Promise<void>;
  /** The schemas of CRDs and overlays in use. */
  readonly schemas: Pick<SchemaLibrary, 'current' | 'subscribe'>;
  /** Reads the files again: schemas and the certificate. */
  reload(): Promise<void>;
  port(): number;
}

const clusterOrigin = { source: 'kubernetes', lineOf: () => undefined };

/** The folders of `--schemaPath` and `--configPath`, where they are given. */
const createFolders = ({ options, log, clock }: ValidationOptions, library: SchemaLibrary): readonly SchemaFolderSource[] => {
  const folders = [
    { layer: 'schemaPath', path: options.schemaPath, crdsOnly: false, watch: true },
    { layer: 'configPath', path: options.configPath, crdsOnly: true, watch: options.watchConfigFiles },
  ] as const;
  return folders
    .filter(({ path }) => path !== '')
    .map(({ layer, ...folder }) =>
      createSchemaFolderSource({ ...folder, scope: log('validation'), clock, emit: (schemas) => library.replace(layer, schemas) }),
    );
};

interface ServerParts {
  readonly server: HttpsServer;
  readonly certificate: WatchedCertificate;
  readonly readiness: Readiness;
}

const createServer = ({ options, log, metrics, clock }: ValidationOptions, review: ReviewHandlerOptions['reviewBody']): ServerParts => {
  const scope = log('validationServer');
  const handler = createReviewHandler({ metrics, scope: log('validation'), reviewBody: review });
  const server = createHttpsServer(options['validation-port'], handler, scope);
  const files = { certificate: options['validation.tls.clientCertificate'], key: options['validation.tls.privateKey'] };
  return {
    server,
    certificate: watchCertificate({ files, scope, metrics, clock, use: server.setKeyPair }),
    readiness: createReadinessCheck(server.port, clock),
  };
};

const createServerComponent = ({ server, certificate, readiness }: ServerParts): Component => ({
  name: 'validation server',
  start: async () => {
    await certificate.start();
    try {
      await server.start();
    } catch (error) {
      certificate.stop();
      throw error;
    }
    readiness.start();
  },
  stop: async () => {
    readiness.stop();
    certificate.stop();
    await server.stop();
  },
});

type BuiltinSchemas = ReadonlyMap<string, Compiled>;

const createSchemasComponent = (
  folders: readonly SchemaFolderSource[],
  threads: readonly Pick<SchemaCompiler | ReviewWorkers, 'stop'>[],
  onLoad: (schemas: BuiltinSchemas) => void,
): Component => ({
  name: 'schemas',
  start: async () => {
    onLoad(await loadBuiltinSchemas());
    for (const folder of folders) await folder.start();
  },
  stop: async () => {
    for (const folder of folders) folder.stop();
    for (const thread of threads) await thread.stop();
  },
});

/** The admission webhook: the sources of schemas, and the HTTPS server that validates objects against them. */
export const createValidation = (parts: ValidationOptions): Validation => {
  const { log, diagnose } = parts;
  const scope = log('validation');
  const compiler = createThreadCompiler();
  const library = createSchemaLibrary(compiler, scope);
  let builtin: BuiltinSchemas = new Map();
  const reviewOptions = { schemas: library.current, builtin: () => builtin, ...(diagnose ? { diagnose } : {}) };
  const workers = createReviewWorkers(library.current, parts.reviewLimits);
  const serverParts = createServer(parts, (body) =>
    body.length <= mostBytesInPlace ? reviewBody(body, reviewOptions) : workers.review(body),
  );
  const { server, certificate, readiness } = serverParts;
  const folders = createFolders(parts, library);
  const reloadFolders = async (): Promise<void> => {
    await Promise.all(folders.map(({ reload }) => reload()));
  };
  const schemas = createSchemasComponent(folders, [compiler, workers], (loaded) => {
    builtin = loaded;
  });
  return {
    liveness: { name: 'validation server', failure: server.failure, isStopped: server.isStopped },
    readiness: readiness.check,
    port: server.port,
    reload: async () => {
      await Promise.all([reloadFolders(), certificate.reload()]);
    },
    schemas: library,
    setClusterDefinitions: async (crds) => {
      const results = crds.filter(isObject).map((crd) => readCrdSchemas(crd, clusterOrigin, true));
      for (const fault of results.flatMap(({ faults }) => faults)) scope.debug(fault);
      const found = results.flatMap((result) => result.schemas);
      await library.replace('kubernetes', found);
    },
    components: [
      schemas,
      { ...createReloadSignal({ reload: reloadFolders }), name: 'reload signal of schemas' },
      createServerComponent(serverParts),
    ],
  };
};
