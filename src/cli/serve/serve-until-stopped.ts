import { resolve } from 'node:path';
import { isLoopbackAddress } from '../../service/control/authorize.ts';
import { tokenTextKind } from '../../service/access/names.ts';
import { startService, type StartOptions } from '../../service/start.ts';
import { version } from '../../version.ts';
import { CliError } from '../cli-error.ts';
import { storeAddress, describeStore, type StoreOptions } from './store-address.ts';

type ServiceSettings = NonNullable<StartOptions['settings']>;
export interface ServeOptions extends StoreOptions {
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
  readonly ciPrivateWebhooks?: boolean;
  readonly ciStatusMilliseconds?: number;
  readonly opa?: string;
  readonly operatorToken?: string;
  readonly testControls?: boolean;
  readonly journalBodies?: boolean;
  readonly json?: boolean;
  readonly runJobs?: boolean;
  readonly maxConcurrentJobs: number;
  readonly jobTimeoutMinutes: number;
  readonly jobsFolder?: string;
}

type DefinedValues<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
const omitUndefined = <T extends object>(values: T): DefinedValues<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedValues<T>;

const jobOptions = ({ runJobs, maxConcurrentJobs, jobTimeoutMinutes, jobsFolder }: ServeOptions): Pick<StartOptions, 'jobs'> => {
  if (!runJobs) return {};
  if (process.platform === 'win32') throw new CliError('--run-jobs needs process groups, which Windows does not have.', 2);
  return {
    jobs: {
      maxParallelRuns: maxConcurrentJobs,
      jobMilliseconds: jobTimeoutMinutes * 60_000,
      ...(jobsFolder === undefined ? {} : { folder: resolve(jobsFolder) }),
    },
  };
};

async function startWithOptions(options: ServeOptions) {
  if (options.token !== undefined && !tokenTextKind.accepts(options.token))
    throw new CliError(`--token (or SLIPWAY_FIRST_TOKEN) takes ${tokenTextKind.description}.`, 2);
  if (options.operatorToken === '')
    throw new CliError('--operator-token (or SLIPWAY_OPERATOR_TOKEN) is empty: leave it out, or choose one.', 2);
  if (options.testControls && !options.operatorToken && !isLoopbackAddress(options.host))
    throw new CliError(
      `--test-controls is for loopback; with --host ${options.host} other machines get in. Choose an --operator-token, which every control request must then carry.`,
      2,
    );
  const {
    edition,
    tier,
    rateLimit,
    globalRemoteState,
    workspaceAdminsForceDelete,
    assessmentsEnforced,
    engineVersions,
    runStatusMilliseconds,
    ciPageSize,
    ciPrivateWebhooks,
    ciStatusMilliseconds,
    opa,
  } = options;
  try {
    return await startService({
      store: storeAddress(options),
      host: options.host,
      port: options.port,
      dialect: options.dialect,
      organization: options.organization,
      ...jobOptions(options),
      ...omitUndefined({
        token: options.token,
        operatorToken: options.operatorToken,
        test: options.testControls,
        journalBodies: options.journalBodies,
        seed: options.seed,
      }),
      settings: omitUndefined({
        edition,
        tier,
        rateLimit,
        globalRemoteState,
        workspaceAdminsForceDelete,
        assessmentsEnforced,
        engineVersions,
        runStatusMilliseconds,
        ciPageSize,
        ciPrivateWebhooks,
        ciStatusMilliseconds,
        opa,
      }),
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CliError(`Port ${options.port} of ${options.host} is taken. Pass --port with another, or --port 0 for any free one.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new CliError(`${options.host} is not an address of this machine.`);
    if (code === 'EACCES')
      throw new CliError(`Port ${options.port} needs more rights than this user has. Pass --port with one above 1023.`);
    throw error;
  }
}

/** Serves, says where and with what token, and resolves when it was asked to stop and has finished what was open. */
export async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const { address, port, firstToken, seeded, warnings, close } = await startWithOptions(options);
  for (const warning of warnings) console.error(`slipway: warning: ${warning}`);
  const { organization } = options;
  if (options.json) console.log(JSON.stringify({ address, port, organization, token: firstToken ?? null }));
  else {
    console.log(`Slipway ${version}, workspace service and CI service\n\n  address       ${address}\n  kept in       ${describeStore(options)}
  control       ${address}/_local/`);
    if (options.runJobs)
      console.log(
        `  jobs          run as processes of this machine, with the rights of whoever started it; ${options.maxConcurrentJobs} at once`,
      );
    if (seeded !== undefined)
      console.log(`  seed          ${seeded ? `${options.seed}, planted` : 'left alone: there are organizations already'}`);
    if (firstToken) {
      console.log(
        `  organization  ${organization}\n  token         ${firstToken}\n                It is shown this once and stored nowhere. Make more with \`slipway token create\`.`,
      );
      console.log(
        `\nFor the provider:\n\n  export SLIPWAY_WORKSPACES_ADDRESS=${address}\n  export SLIPWAY_WORKSPACES_ORGANIZATION=${organization}\n  export SLIPWAY_WORKSPACES_TOKEN=${firstToken}\n  export SLIPWAY_CI_ADDRESS=${address}\n  export SLIPWAY_CI_TOKEN=${firstToken}`,
      );
    }
    console.log('\nCtrl-C stops it.');
  }
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
  await close();
}
