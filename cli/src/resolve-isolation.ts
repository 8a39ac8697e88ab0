import { resolve } from 'node:path';
import { isPublicAddress } from '@slipway/service/delivery/public-address';
import { findIsolation } from '@slipway/service/runner/isolation/find-isolation';
import type { Isolation, RunNetwork } from '@slipway/service/runner/isolation/isolation';
import { IsolationUnavailable } from '@slipway/service/runner/isolation/trial';
import { CliError } from './cli-error.ts';
import type { IsolationOptions } from './isolation-options.ts';

const createNetwork = ({ runNetwork = 'full', runHosts }: IsolationOptions): RunNetwork => {
  if (runNetwork !== 'proxy') {
    if (runHosts) throw new CliError('--run-hosts is for --run-network proxy.', 2);
    return { kind: runNetwork };
  }
  if (!runHosts) throw new CliError('--run-network proxy needs --run-hosts: the hosts that it lets through.', 2);
  return { kind: 'proxy', hosts: runHosts, isPublic: isPublicAddress };
};

const requireDocker = ({ isolation, runImage, runCpus }: IsolationOptions): void => {
  if (isolation === 'docker') return;
  for (const [flag, value] of [
    ['--run-image', runImage],
    ['--run-cpus', runCpus],
  ] as const)
    if (value !== undefined) throw new CliError(`${flag} is for --isolation docker.`, 2);
};

/**
 * The effective isolation. `hides`: the service's own files. Throws a CliError if the requested isolation does not work; without a request,
 * `warn` receives the reason why nothing is isolated.
 */
export const resolveIsolation = async (
  options: IsolationOptions,
  hides: readonly string[],
  warn: (sentence: string) => void,
): Promise<Isolation | undefined> => {
  const network = createNetwork(options);
  requireDocker(options);
  const { isolation: kind, runReads = [], runImage: image, runCpus: cpus, runMemoryMegabytes: memoryMegabytes } = options;
  const request = { kind, network, hides, reads: runReads.map((path) => resolve(path)), image, cpus, memoryMegabytes };
  const found = await findIsolation(request).catch((error: unknown) => {
    throw error instanceof IsolationUnavailable ? new CliError(`--isolation ${kind}: ${error.message}.`, 2) : error;
  });
  if (found.isolation === undefined && network.kind !== 'full')
    throw new CliError(
      `--run-network ${network.kind} needs an isolation, and there is none: ${found.missing[0] ?? '--isolation none was asked for'}.`,
      2,
    );
  if (found.isolation === undefined && found.missing.length > 0)
    warn(`runs and jobs are not isolated: ${found.missing[0]}; \`--isolation none\` says that this is meant`);
  return found.isolation;
};
