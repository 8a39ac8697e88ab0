import { backfillCiRecords } from './ci/organizations/backfill.ts';
import type { RunnerOptions } from './runner/runner.ts';
import { tellIsolation } from './control/tell-isolation.ts';
import { findOwnJobsFolder, resolveJobsFolder } from './runner/resolve-jobs-folder.ts';
import { type ConnectionMetrics, createConnectionMetrics } from './http/connection-metrics.ts';
import { createAdjustableClock } from './http/clock.ts';
import { removeControlFile, writeControlFile } from './control/control-file.ts';
import { isLoopbackAddress } from './control/authorize.ts';
import type { ApiDialect } from './http/api-dialect.ts';
import type { ServiceSettings } from './http/route.ts';
import { resolveSettings } from './http/settings.ts';
import type { HttpHandler } from './http/http-handler.ts';
import { startHttpServer } from './http/http-server.ts';
import { createService, type ServiceOptions } from './service.ts';
import { backfillRunLinks } from './workspaces/runs/backfill.ts';
import { openStore } from './store/open-store.ts';
import type { MasterKeySource } from './store/sealing/master-key.ts';
import type { Store } from './store/store.ts';
import { loadTracing } from './tracing/load-tracing.ts';
import { traceStore } from './tracing/trace-store.ts';
import type { Tracer } from './tracing/tracer.ts';
import type { TracingEnvironment } from './tracing/tracing-settings.ts';
import { generateTokenSecret } from './workspaces/organizations/bootstrap.ts';
import { bootstrapStore } from './bootstrap-store.ts';

export interface StartOptions extends Pick<ServiceOptions, 'observe' | 'bundledProvider' | 'clock'> {
  /** A directory, `memory`, or `postgres://…`. */
  readonly store: string;
  /** `postgres://…` of a replica that lists are read from, where it has all that was written for them. */
  readonly replica?: string;
  /** Where the master key comes from. Default: a key file (store/open-store.ts). */
  readonly masterKey?: MasterKeySource;
  /** Whether what is left of a folder is opened that lacks something. */
  readonly acceptLoss?: boolean;
  readonly host?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  readonly dialect?: ApiDialect;
  readonly settings?: Partial<ServiceSettings>;
  /** The name of the first organization of an empty store. Default: `slipway`. */
  readonly organization?: string;
  /** Path or content of a YAML or JSON file. Its objects are inserted only into an empty store; its settings apply at every start. */
  readonly seed?: string | { readonly [member: string]: unknown };
  /** Token of the first user. Default: random. */
  readonly token?: string;
  /**
   * Runs jobs of the CI service as processes of this machine. `folder`: the folder of jobs. Default: `jobs` in the folder of the store,
   * otherwise a temporary folder.
   */
  readonly jobs?: Omit<RunnerOptions, 'folder' | 'isTemporary'> & { readonly folder?: string };
  readonly operatorToken?: string;
  /** Whether clients on loopback may write through `/_local/`. Default: false, they may read. */
  readonly test?: boolean;
  /** The journal keeps headers and bodies, redacted. */
  readonly journalBodies?: boolean;
  /** The environment variables that configure tracing (OTEL_EXPORTER_OTLP_ENDPOINT and others). Default: none, and tracing is off. */
  readonly environment?: TracingEnvironment;
}
export interface RunningService {
  /** `http://127.0.0.1:4000` */
  readonly address: string;
  readonly port: number;
  /** The token of the first organization's owner. Only where this start created it; it is stored nowhere. */
  readonly firstToken?: string;
  /** An organization that exists: the one of the first token, otherwise the oldest. Undefined: the store has none. */
  readonly organization?: string;
  /** With a seed: whether it was inserted; false if the store had organizations already. */
  readonly seeded?: boolean;
  /** The deprecated members of the seed, a sentence each. */
  readonly warnings: readonly string[];
  /** What answers its requests, without a socket. */
  readonly handle: HttpHandler;
  close(): Promise<void>;
}

/** The address by which this machine reaches the service: loopback for a service that listens on all addresses. */
const toLoopbackAddress = (address: string): string => address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

const describeStore = (address: string): string =>
  /^postgres(ql)?:/.test(address) ? 'postgresql' : address === 'memory' ? 'memory' : 'folder';

/** The name of the oldest organization: that of the first token, where this start created one. */
const findOrganization = (store: Store): Promise<string | undefined> =>
  store.read(async (view) => (await view.list({ kind: 'organizations' }, { offset: 0, limit: 1, uncounted: true })).records[0]?.key);

const resolveJobs = async ({ jobs, store }: StartOptions): Promise<Pick<ServiceOptions, 'jobs' | 'leftJobsFolder'>> => {
  if (jobs) return { jobs: { ...jobs, ...(await resolveJobsFolder(store, jobs.folder)) } };
  const left = findOwnJobsFolder(store);
  return left === undefined ? {} : { leftJobsFolder: left };
};

/** `reset`: fills an empty store again as the first start did. */
const createServiceOptions = async (
  options: StartOptions,
  store: Store,
  settings: Partial<ServiceSettings>,
  reset: (() => Promise<void>) | undefined,
  folderToken: string | undefined,
  tracer: Tracer | undefined,
): Promise<ServiceOptions & { readonly connections: ConnectionMetrics }> => ({
  store,
  tracer,
  connections: createConnectionMetrics(),
  settings,
  ...(await resolveJobs(options)),
  ...(options.dialect ? { dialect: options.dialect } : {}),
  observe: options.observe,
  bundledProvider: options.bundledProvider,
  ...(options.clock ? { clock: options.clock } : {}),
  control: {
    ...(folderToken === undefined ? {} : { folderToken }),
    ...(options.operatorToken ? { operatorToken: options.operatorToken } : {}),
    ...(options.test ? { test: true } : {}),
    storeKind: describeStore(options.store),
    ...(options.jobs ? { isolation: tellIsolation(options.jobs.isolation) } : {}),
    ...(isLoopbackAddress(options.host ?? '127.0.0.1') ? {} : { exposed: true }),
    ...(reset ? { begin: reset } : {}),
  },
});

/** The installed versions, newest first, if runs are executed: a workspace without a version then gets an installed one. */
const listEngineVersions = async ({ jobs }: StartOptions): Promise<Pick<Partial<ServiceSettings>, 'engineVersions'>> => {
  if (!jobs) return {};
  const { listAvailableVersions } = await import('./workspaces/runs/engine/available-versions.ts');
  const engineVersions = await listAvailableVersions(jobs.enginesFolder, resolveSettings({}).engineVersions);
  return engineVersions ? { engineVersions } : {};
};

/** Completes a store of an older release. */
const backfillStore = async (store: Store): Promise<void> => {
  await backfillCiRecords(store, createAdjustableClock());
  await backfillRunLinks(store);
};

/** The store, and what traces it and its service where the environment names a collector. */
const openTracedStore = async ({ store: address, replica, masterKey, acceptLoss, environment = {} }: StartOptions) => {
  const report = (message: string): void => console.error(`slipway: ${message}`);
  const { tracer, warnings } = await loadTracing(environment, report);
  const system = describeStore(address) === 'postgresql' ? 'postgresql' : 'sqlite';
  const store = await openStore(address, {
    report,
    replica,
    acceptLoss,
    ...(masterKey ? { masterKey } : {}),
    ...(tracer ? { observeStatement: (sql, milliseconds) => tracer.recordStatement(system, sql, milliseconds) } : {}),
  });
  return { tracer, warnings, store: tracer ? traceStore(store, tracer) : store };
};

/**
 * Opens the store, fills it when it is empty, and listens. Throws StoreUnavailable, StorageFull, SeedError, or the system's error when
 * the port is taken.
 */
export const openService = async (options: StartOptions): Promise<RunningService> => {
  // Reading a seed loads a YAML parser, so only a start with a seed loads it. An unreadable file fails before a store is created.
  const seed = options.seed === undefined ? undefined : (await import('./seed/index.ts')).loadSeed(options.seed);
  const settings = { ...(await listEngineVersions(options)), ...seed?.settings, ...options.settings };
  const { store, tracer, warnings } = await openTracedStore(options);
  try {
    await backfillStore(store);
    const { token, seeded, organization = await findOrganization(store) } = await bootstrapStore(store, options, seed, settings);
    const folderToken = describeStore(options.store) === 'folder' ? generateTokenSecret() : undefined;
    // A seed without a token: its owner keeps the token that the start printed.
    const again = { ...options, ...(token === undefined ? {} : { token }) };
    const reset = seed || options.token ? async () => void (await bootstrapStore(store, again, seed, settings)) : undefined;
    const serviceOptions = await createServiceOptions(options, store, settings, reset, folderToken, tracer);
    const { handle, startBackgroundWork, recordBodies } = createService(serviceOptions);
    if (options.journalBodies) await recordBodies(true);
    const { host, port: wantedPort = 0 } = options;
    const { connections } = serviceOptions;
    const { address, port, close } = await startHttpServer(handle, { connections, port: wantedPort, ...(host ? { host } : {}) });
    if (folderToken !== undefined) writeControlFile(options.store, { address: toLoopbackAddress(address), token: folderToken });
    const backgroundWork = startBackgroundWork(toLoopbackAddress(address));
    return {
      address,
      port,
      handle,
      warnings: [...warnings, ...(seed?.warnings ?? [])],
      ...(token ? { firstToken: token } : {}),
      ...(organization === undefined ? {} : { organization }),
      ...(seeded === undefined ? {} : { seeded }),
      close: async () => {
        await backgroundWork.stop();
        await close();
        if (folderToken !== undefined) removeControlFile(options.store);
        await store.close();
        await tracer?.stop();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
};
