import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { onInterruption } from 'slipway/engine/interruption';
import { readPluginArchive } from 'slipway/engine/package-root';
import { nodePlatforms } from 'slipway/engine/platform';
import { isLoopbackAddress } from '@slipway/service/control/authorize';
import { tokenTextKind } from '@slipway/service/access/names';
import { openService, type StartOptions } from '@slipway/service/start';
import { version } from '@slipway/declarations/version';
import { CliError } from '../cli-error.ts';
import { printError } from '../color/colors.ts';
import { describeOpenStart, hideStart } from '../hide-start.ts';
import { type IsolationOptions, renderIsolation } from '../isolation-options.ts';
import { masterKeySource, type MasterKeyOptions } from '../master-key-options.ts';
import { describeStore, replicaAddress, storeAddress, type StoreOptions } from './store-address.ts';

type ServiceSettings = NonNullable<StartOptions['settings']>;
export interface ServeOptions extends StoreOptions, MasterKeyOptions, IsolationOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: string;
  readonly organization: string;
  readonly token?: string;
  readonly dialect: 'auto' | 'neutral' | 'hosted';
  readonly edition?: ServiceSettings['edition'];
  readonly tier?: ServiceSettings['tier'];
  readonly rateLimit?: number;
  readonly globalRemoteState?: boolean;
  readonly workspaceAdminsForceDelete?: boolean;
  readonly assessmentsEnforced?: boolean;
  readonly engineVersions?: readonly string[];
  readonly runStatusMilliseconds?: number;
  readonly ciPageSize?: number;
  readonly privateDestinations?: boolean;
  readonly ciPrivateWebhooks?: boolean;
  readonly ciStatusMilliseconds?: number;
  readonly orbs?: string;
  readonly repositories?: string;
  readonly opa?: string;
  readonly publicUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly runs?: ServiceSettings['runs'];
  readonly operatorToken?: string;
  readonly testControls?: boolean;
  readonly journalBodies?: boolean;
  readonly json?: boolean;
  readonly runJobs?: boolean;
  readonly maxConcurrentJobs: number;
  readonly jobTimeoutMinutes: number;
  readonly jobsFolder?: string;
  readonly enginesFolder?: string;
  readonly providerMirror?: string;
  readonly runCpuSeconds?: number;
  readonly runMemoryMegabytes?: number;
}

type DefinedValues<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
const omitUndefined = <T extends object>(values: T): DefinedValues<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedValues<T>;

/** Files and folders of the service that runs must not see. */
const listOwnFiles = (options: ServeOptions): readonly string[] => {
  const store = storeAddress(options);
  const folder = store === 'memory' || /^postgres(ql)?:/.test(store) ? undefined : store;
  return [folder, options.jobsFolder, options.masterKeyFile, options.seed].flatMap((path) => (path === undefined ? [] : [resolve(path)]));
};

const warn = (sentence: string): void => printError(`slipway: warning: ${sentence}`);

const jobOptions = async (options: ServeOptions): Promise<Pick<StartOptions, 'jobs'>> => {
  const { runJobs, maxConcurrentJobs, jobTimeoutMinutes, jobsFolder } = options;
  if (!runJobs) return {};
  const { enginesFolder, providerMirror, runCpuSeconds, runMemoryMegabytes, runProcesses, runDiskMegabytes } = options;
  if (process.platform === 'win32') throw new CliError('--run-jobs needs process groups, which Windows does not have.', 2);
  // What isolates is loaded where something is executed.
  const { resolveIsolation } = await import('../resolve-isolation.ts');
  return {
    jobs: {
      maxParallelRuns: maxConcurrentJobs,
      jobMilliseconds: jobTimeoutMinutes * 60_000,
      isolation: await resolveIsolation(options, listOwnFiles(options), warn),
      ...omitUndefined({
        folder: jobsFolder && resolve(jobsFolder),
        enginesFolder: enginesFolder && resolve(enginesFolder),
        providerMirror: providerMirror && resolve(providerMirror),
        runCpuSeconds,
        runMemoryMegabytes,
        runProcesses,
        runDiskMegabytes,
      }),
    },
  };
};

/** Throws a CliError for options that commander cannot check. */
const checkOptions = ({ token, operatorToken, testControls, host }: ServeOptions): void => {
  if (token !== undefined && !tokenTextKind.accepts(token))
    throw new CliError(`--token (or SLIPWAY_FIRST_TOKEN) takes ${tokenTextKind.description}.`, 2);
  if (operatorToken === '') throw new CliError('--operator-token (or SLIPWAY_OPERATOR_TOKEN) is empty: omit it, or set a token.', 2);
  if (testControls && !operatorToken && !isLoopbackAddress(host))
    throw new CliError(
      `--test-controls is for loopback; with --host ${host} other machines can reach the service. ` +
        'Set an --operator-token, which every control request must then carry.',
      2,
    );
};

const requireFolder = (option: string, folder: string): string => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new CliError(`${option} ${folder} is no folder.`, 2);
  return resolve(folder);
};

/** The folder of orbs: the chosen one, or `orbs` next to the seed file. */
const findOrbsFolder = ({ orbs, seed }: ServeOptions): string | undefined => {
  if (orbs !== undefined) return requireFolder('--orbs', orbs);
  const beside = seed === undefined ? undefined : resolve(dirname(seed), 'orbs');
  return beside !== undefined && statSync(beside, { throwIfNoEntry: false })?.isDirectory() ? beside : undefined;
};

const settingsOf = (options: ServeOptions): NonNullable<StartOptions['settings']> => {
  const { edition, tier, rateLimit, globalRemoteState, workspaceAdminsForceDelete, assessmentsEnforced, opa } = options;
  const { engineVersions, runs, runStatusMilliseconds, ciPageSize, ciPrivateWebhooks, ciStatusMilliseconds } = options;
  const { privateDestinations, publicUrl, trustedProxies } = options;
  const workspaces = { edition, tier, globalRemoteState, workspaceAdminsForceDelete, assessmentsEnforced, engineVersions, runs };
  const ci = { ciPageSize, ciPrivateWebhooks, ciStatusMilliseconds, opa, orbsFolder: findOrbsFolder(options) };
  const { repositories } = options;
  const repositoriesFolder = repositories === undefined ? undefined : requireFolder('--repositories', repositories);
  return omitUndefined({
    ...workspaces,
    ...ci,
    repositoriesFolder,
    rateLimit,
    runStatusMilliseconds,
    privateDestinations,
    publicUrl,
    trustedProxies,
  });
};

/** An error of the listening socket in words; others stay as they are. */
const listenError = (error: unknown, { host, port }: ServeOptions): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new CliError(`Port ${port} of ${host} is in use. Pass --port with another one, or --port 0 for any free port.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new CliError(`${host} is not an address of this machine.`);
  if (code === 'EACCES') return new CliError(`Port ${port} needs more rights than this user has. Pass --port with one above 1023.`);
  return error;
};

async function startWithOptions(options: ServeOptions) {
  const { token, operatorToken } = options;
  checkOptions(options);
  const [masterKey, environment] = [masterKeySource(options), { ...process.env }];
  const isHidden = hideStart(
    [token, operatorToken, options.postgres, options.postgresReplica, options.masterKeyCommand].flatMap((one) => one ?? []),
  );
  const jobs = await jobOptions(options);
  const openStart = jobs.jobs && describeOpenStart(isHidden, jobs.jobs.isolation);
  if (openStart) warn(openStart);
  const { host, port, dialect, organization, testControls: test, journalBodies, seed, acceptLoss } = options;
  try {
    const service = await openService({
      store: storeAddress(options),
      host,
      port,
      dialect,
      organization,
      ...jobs,
      ...omitUndefined({
        replica: replicaAddress(options),
        masterKey,
        token,
        operatorToken,
        test,
        journalBodies,
        seed,
        acceptLoss,
      }),
      settings: settingsOf(options),
      bundledProvider: { platforms: nodePlatforms, readArchive: readPluginArchive },
      environment,
    });
    return { ...service, isolation: jobs.jobs?.isolation };
  } catch (error) {
    throw listenError(error, options);
  }
}

type StartedService = Awaited<ReturnType<typeof startWithOptions>>;

const describeService = ({ address, firstToken, seeded, organization, isolation }: StartedService, options: ServeOptions): string => {
  const { runJobs, maxConcurrentJobs, seed, publicUrl } = options;
  const jobs = [`  jobs, runs    run on this machine, ${maxConcurrentJobs} at once`, `  isolation     ${renderIsolation(isolation)}`];
  return [
    `Slipway ${version}, workspace service and CI service\n`,
    `  address       ${address}`,
    ...(publicUrl === undefined ? [] : [`  public URL    ${publicUrl}`]),
    `  storage       ${describeStore(options)}`,
    `  control       ${address}/_local/`,
    ...(runJobs ? jobs : []),
    ...(seeded === undefined ? [] : [`  seed          ${seeded ? `${seed} applied` : 'not applied: the store has organizations'}`]),
    ...(firstToken ? [`  organization  ${organization}`, `  token         ${firstToken}`] : []),
    ...(firstToken ? [`                It is printed once and not stored. \`slipway token create\` creates more.`] : []),
  ].join('\n');
};

const describeEnvironment = (address: string, organization: string, token: string): string =>
  [
    '\nFor the provider:\n',
    `  export SLIPWAY_WORKSPACES_ADDRESS=${address}`,
    `  export SLIPWAY_WORKSPACES_ORGANIZATION=${organization}`,
    `  export SLIPWAY_WORKSPACES_TOKEN=${token}`,
    `  export SLIPWAY_CI_ADDRESS=${address}`,
    `  export SLIPWAY_CI_TOKEN=${token}`,
  ].join('\n');

/** Resolves at the first interruption from now on (`onInterruption`). A second one ends the process at once. */
const waitForSignal = (): Promise<void> =>
  new Promise((stop) => {
    let signals = 0;
    onInterruption(() => (++signals === 1 ? stop() : process.exit(130)));
  });

/** Serves, prints the address and the first token, and resolves after SIGINT or SIGTERM when open requests are finished. */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  // Installed before the start: a client that sees the address may stop the service at once, and the store must then be closed.
  const stopped = waitForSignal();
  const service = await startWithOptions(options);
  const { address, port, firstToken, organization = null, warnings } = service;
  for (const warning of warnings) warn(warning);
  if (options.json) console.log(JSON.stringify({ address, port, organization, token: firstToken ?? null }));
  else {
    console.log(describeService(service, options));
    if (firstToken && organization !== null) console.log(describeEnvironment(options.publicUrl ?? address, organization, firstToken));
    console.log('\nPress Ctrl-C to stop it.');
  }
  await stopped;
  await service.close();
}
