import { version } from '@slipway/declarations/version';
import {
  type ConnectionOptions,
  createKubernetesClient,
  isClusterConfigured,
  openConnection,
} from '@slipway/mesh-config/kubernetes-client';
import { CliError } from '../../cli-error.ts';
import type { AgentSetup } from '../agent-setup.ts';
import type { PoolAgentOptions } from '../pool-agent-options.ts';
import { createKubernetesWork } from './kubernetes-work.ts';
import { createRunCluster, type RunCluster } from './run-cluster.ts';

/** Milliseconds between two looks at the cluster. */
const interval = 1000;

const connectionOptions = (options: PoolAgentOptions): ConnectionOptions => ({
  kubeconfig: options.kubeconfig ?? '',
  environment: process.env,
  server: options.kubernetesAddress?.replace(/\/+$/, ''),
  tokenFile: options.kubernetesTokenFile,
  authorityFile: options.kubernetesAuthorityFile,
});

/** The cluster that the flags name, or else the one of this pod. Its credentials are read once before a run depends on them. */
const openCluster = async (options: PoolAgentOptions, say: (line: string) => void): Promise<RunCluster> => {
  const parts = connectionOptions(options);
  if (!isClusterConfigured(parts))
    throw new CliError(
      '--kubernetes works in a pod of the cluster with the token of its service account, or needs --kubeconfig or --kubernetes-address.',
      2,
    );
  try {
    const connection = await openConnection(parts);
    await connection.requestOptions();
    const client = createKubernetesClient(connection, { userAgent: `slipway-agent/${version}` });
    return createRunCluster({ client, namespace: options.namespace ?? connection.namespace() ?? 'default', interval, say });
  } catch (error) {
    throw new CliError(`--kubernetes: ${(error as Error).message}.`, 2);
  }
};

/** Flags that hold for the process in the pod. */
const listWords = ({
  enginesFolder,
  providerMirror,
  runCpuSeconds,
  runMemoryMegabytes,
  runProcesses,
  runDiskMegabytes,
}: PoolAgentOptions): readonly string[] =>
  Object.entries({
    '--engines-folder': enginesFolder,
    '--provider-mirror': providerMirror,
    '--run-cpu-seconds': runCpuSeconds,
    '--run-memory-megabytes': runMemoryMegabytes,
    '--run-processes': runProcesses,
    '--run-disk-megabytes': runDiskMegabytes,
  }).flatMap(([flag, value]) => (value === undefined ? [] : [flag, String(value)]));

/** The agent gives each of its jobs to a cluster, as a Job. Throws a CliError for flags that are missing, and for credentials. */
export const setUpKubernetes = async (setup: AgentSetup, options: PoolAgentOptions, say: (line: string) => void): Promise<AgentSetup> => {
  if (!options.image) throw new CliError('--kubernetes needs --image: an image with slipway and the engines.', 2);
  const agent = {
    cluster: await openCluster(options, say),
    client: setup.client,
    address: setup.address,
    times: { interval, start: options.podStartSeconds * 1000 },
    say,
    pod: {
      image: options.image,
      serviceAccount: options.serviceAccount,
      cpu: options.cpu,
      memory: options.memory,
      words: listWords(options),
    },
  };
  return { ...setup, createWork: (id, runner, job) => createKubernetesWork(agent, id, runner, job) };
};
