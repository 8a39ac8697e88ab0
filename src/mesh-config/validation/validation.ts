import type { Compiled } from '../../../schema-tools/src/api.ts';
import { isObject } from '../../../schema-tools/src/json.ts';
import type { Diagnostic } from '../../mesh/analysis/diagnostic.ts';
import type { Resource } from '../../mesh/resource.ts';
import { compiledSchemas } from '../../mesh/schemas/compiled.ts';
import type { Clock } from '../clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { Log } from '../log/scope.ts';
import type { Metrics } from '../monitoring/declared.ts';
import type { Health } from '../probes/file-probe.ts';
import type { Component } from '../server/component.ts';
import { reloadSignal } from '../sources/reload-signal.ts';
import { liveCertificate } from './https/live-certificate.ts';
import { readiness } from './https/readiness.ts';
import { requestsOf } from './https/requests.ts';
import { httpsServer } from './https/server.ts';
import { judge } from './reviews/judge.ts';
import { threadCompiler } from './schemas/compiler.ts';
import { schemasOfCrd } from './schemas/crd.ts';
import { folderSource } from './schemas/folder-source.ts';
import type { FoundSchemas } from './schemas/kind-schema.ts';
import { withLinearPatterns } from './schemas/linear-patterns.ts';
import { schemaLibrary, type SchemaLibrary } from './schemas/library.ts';

export interface ValidationParts {
  readonly options: Pick<ServerOptions, 'validation-port' | 'validation.tls.clientCertificate' | 'validation.tls.privateKey' | 'schemaPath' | 'configPath' | 'watchConfigFiles'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** What analysis finds in a resource by itself: errors refuse it, warnings are told. */
  diagnose?(resource: Resource): readonly Diagnostic[];
}
export interface Validation {
  /** In the order in which they start. */
  readonly components: readonly Component[];
  readonly liveness: Health;
  readonly readiness: Health;
  /** All CustomResourceDefinitions of a cluster, as its API server tells them, whenever one has changed; resolves when they hold. */
  clusterCrds(crds: readonly unknown[]): Promise<void>;
  /** Schemas of CRDs and overlays that hold now, and when they are others. */
  readonly schemas: Pick<SchemaLibrary, 'current' | 'follow'>;
  /** Reads the files again: schemas and the certificate. */
  reload(): Promise<void>;
  port(): number;
}

const inCluster = { source: 'kubernetes', lineOf: () => undefined };

/** The admission webhook: what reads schemas, and the HTTPS server that holds objects against them. */
export const validation = ({ options, log, metrics, clock, diagnose }: ValidationParts): Validation => {
  const [scope, serving] = [log('validation'), log('validationServer')];
  const compiler = threadCompiler();
  const library = schemaLibrary(compiler, scope);
  let builtin: ReadonlyMap<string, Compiled> = new Map();
  const server = httpsServer(options['validation-port'], requestsOf({
    metrics, scope, judge: (review) => judge(review, { schemas: library.current, builtin: () => builtin, ...(diagnose ? { diagnose } : {}) }),
  }), serving);
  const certificate = liveCertificate({
    files: { certificate: options['validation.tls.clientCertificate'], key: options['validation.tls.privateKey'] }, scope: serving, metrics, clock, use: server.use,
  });
  const ready = readiness(server.port, clock);
  const folders = [
    ...(options.schemaPath === '' ? [] : [folderSource({ path: options.schemaPath, crdsOnly: false, watch: true, scope, clock, tell: (found) => library.replace('schemaPath', found) })]),
    ...(options.configPath === '' ? [] : [folderSource({ path: options.configPath, crdsOnly: true, watch: options.watchConfigFiles, scope, clock, tell: (found) => library.replace('configPath', found) })]),
  ];
  const readFolders = async (): Promise<void> => { await Promise.all(folders.map(({ reload }) => reload())); };
  return {
    liveness: { name: 'validation server', wrong: server.wrong }, readiness: ready.health, port: server.port,
    reload: async () => { await Promise.all([readFolders(), certificate.reload()]); },
    schemas: library,
    clusterCrds: async (crds) => {
      const found = crds.map((crd): FoundSchemas => (isObject(crd) ? schemasOfCrd(crd, inCluster, true) : { schemas: [], faults: [] }));
      for (const fault of found.flatMap(({ faults }) => faults)) scope.debug(fault);
      await library.replace('kubernetes', found.flatMap(({ schemas }) => schemas));
    },
    components: [{
      name: 'schemas',
      start: async () => {
        builtin = new Map([...await compiledSchemas()].map(([collection, compiled]) => [collection, withLinearPatterns(compiled)]));
        for (const folder of folders) await folder.start();
      },
      stop: async () => {
        for (const folder of folders) folder.stop();
        await compiler.stop();
      },
    }, { ...reloadSignal({ reload: readFolders }), name: 'reload signal of schemas' }, {
      name: 'validation server',
      start: async () => {
        await certificate.start();
        try { await server.start(); } catch (error) {
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
    }],
  };
};
