import { existsSync } from 'node:fs';
import { CliError } from '../../cli-error.ts';
import type { AgentSetup } from '../agent-setup.ts';
import { type PoolAgentOptions, readOptionFile } from '../pool-agent-options.ts';
import { type ClusterAccess, createKubernetesClient } from './kubernetes-client.ts';
import { createKubernetesWork } from './kubernetes-work.ts';

/** What the cluster puts into each of its pods. */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const accountFile = (name: string): string | undefined => {
  const file = `${accountFolder}/${name}`;
  return existsSync(file) ? file : undefined;
};

/** Milliseconds between two looks at the cluster. */
const interval = 1000;

const findAddress = ({ kubernetesAddress }: PoolAgentOptions): string => {
  if (kubernetesAddress !== undefined) return kubernetesAddress.replace(/\/+$/, '');
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = process.env;
  if (!host) throw new CliError('--kubernetes works in a pod of the cluster, or needs --kubernetes-address.', 2);
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

const findAccess = (options: PoolAgentOptions): ClusterAccess => {
  const ownNamespace = accountFile('namespace');
  return {
    address: findAddress(options),
    namespace: options.namespace ?? (ownNamespace === undefined ? 'default' : readOptionFile('the namespace', ownNamespace)),
    tokenFile: options.kubernetesTokenFile ?? accountFile('token'),
    authorityFile: options.kubernetesAuthorityFile ?? accountFile('ca.crt'),
  };
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

/** The agent gives each of its jobs to a cluster, as a Job. Throws a CliError for flags that are missing. */
export const setUpKubernetes = (setup: AgentSetup, options: PoolAgentOptions, say: (line: string) => void): AgentSetup => {
  if (!options.image) throw new CliError('--kubernetes needs --image: an image with slipway and the engines.', 2);
  const agent = {
    cluster: createKubernetesClient(findAccess(options)),
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
