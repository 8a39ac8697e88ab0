import type { Compiled } from '@slipway/schema-tools/load';
import { isObject } from '@slipway/schema-tools/json';
import type { Diagnostic } from '../analysis/diagnostic.ts';
import type { Resource } from '../resources/resource.ts';
import { compileBuiltinSchemas } from '../resources/schemas/compile-builtin-schemas.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Log } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { HealthCheck } from '../probes/file-probe.ts';
import type { Component } from '../lifecycle/component.ts';
import { createReloadSignal } from '../sources/reload-signal.ts';
import { watchCertificate } from './https/watched-certificate.ts';
import { createReadinessCheck } from './https/readiness.ts';
import { createReviewHandler } from './https/review-handler.ts';
import { createHttpsServer } from './https/https-server.ts';
import { reviewRequest } from './reviews/review-request.ts';
import { createThreadCompiler } from './schemas/schema-compiler.ts';
import { readCrdSchemas } from './schemas/crd-schemas.ts';
import { createSchemaFolderSource } from './schemas/schema-folder-source.ts';
import type { SchemaReadResult } from './schemas/kind-schema.ts';
import { useLinearPatterns } from './schemas/linear-patterns.ts';
import { createSchemaLibrary, type SchemaLibrary } from './schemas/schema-library.ts';

export interface ValidationOptions {
  readonly options: Pick<
    ServerOptions,
    'validation-port' | 'validation.tls.clientCertificate' | 'validation.tls.privateKey' | 'schemaPath' | 'configPath' | 'watchConfigFiles'
  >;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** What analysis finds in a resource by itself: errors refuse it, warnings are told. */
  diagnose?(resource: Resource): readonly Diagnostic[];
}
export interface Validation {
  /** In the order in which they start. */
  readonly components: readonly Component[];
  readonly liveness: HealthCheck;
  readonly readiness: HealthCheck;
  /** All CustomResourceDefinitions of a cluster, as its API server tells them, whenever one has changed; resolves when they hold. */
  setClusterDefinitions(crds: readonly unknown[]): Promise<void>;
  /** Schemas of CRDs and overlays that hold now, and when they are others. */
  readonly schemas: Pick<SchemaLibrary, 'current' | 'subscribe'>;
  /** Reads the files again: schemas and the certificate. */
  reload(): Promise<void>;
  port(): number;
}

const clusterOrigin = { source: 'kubernetes', lineOf: () => undefined };

/** The admission webhook: what reads schemas, and the HTTPS server that holds objects against them. */
export const createValidation = ({ options, log, metrics, clock, diagnose }: ValidationOptions): Validation => {
  const [scope, serving] = [log('validation'), log('validationServer')];
  const compiler = createThreadCompiler();
  const library = createSchemaLibrary(compiler, scope);
  let builtin: ReadonlyMap<string, Compiled> = new Map();
  const server = createHttpsServer(
    options['validation-port'],
    createReviewHandler({
      metrics,
      scope,
      reviewRequest: (review) =>
        reviewRequest(review, { schemas: library.current, builtin: () => builtin, ...(diagnose ? { diagnose } : {}) }),
    }),
    serving,
  );
  const certificate = watchCertificate({
    files: { certificate: options['validation.tls.clientCertificate'], key: options['validation.tls.privateKey'] },
    scope: serving,
    metrics,
    clock,
    use: server.setKeyPair,
  });
  const ready = createReadinessCheck(server.port, clock);
  const folders = [
    ...(options.schemaPath === ''
      ? []
      : [
          createSchemaFolderSource({
            path: options.schemaPath,
            crdsOnly: false,
            watch: true,
            scope,
            clock,
            emit: (found) => library.replace('schemaPath', found),
          }),
        ]),
    ...(options.configPath === ''
      ? []
      : [
          createSchemaFolderSource({
            path: options.configPath,
            crdsOnly: true,
            watch: options.watchConfigFiles,
            scope,
            clock,
            emit: (found) => library.replace('configPath', found),
          }),
        ]),
  ];
  const readFolders = async (): Promise<void> => {
    await Promise.all(folders.map(({ reload }) => reload()));
  };
  return {
    liveness: { name: 'validation server', failure: server.failure },
    readiness: ready.check,
    port: server.port,
    reload: async () => {
      await Promise.all([readFolders(), certificate.reload()]);
    },
    schemas: library,
    setClusterDefinitions: async (crds) => {
      const found = crds.map((crd): SchemaReadResult =>
        isObject(crd) ? readCrdSchemas(crd, clusterOrigin, true) : { schemas: [], faults: [] },
      );
      for (const fault of found.flatMap(({ faults }) => faults)) scope.debug(fault);
      await library.replace(
        'kubernetes',
        found.flatMap(({ schemas }) => schemas),
      );
    },
    components: [
      {
        name: 'schemas',
        start: async () => {
          builtin = new Map(
            [...(await compileBuiltinSchemas())].map(([collection, compiled]) => [collection, useLinearPatterns(compiled)]),
          );
          for (const folder of folders) await folder.start();
        },
        stop: async () => {
          for (const folder of folders) folder.stop();
          await compiler.stop();
        },
      },
      { ...createReloadSignal({ reload: readFolders }), name: 'reload signal of schemas' },
      {
        name: 'validation server',
        start: async () => {
          await certificate.start();
          try {
            await server.start();
          } catch (error) {
            certificate.stop();
            throw error;
          }
          ready.start();
        },
        stop: async () => {
          ready.stop();
          certificate.stop();
          await server.stop();
        },
      },
    ],
  };
};
