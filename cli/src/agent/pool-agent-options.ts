import { readFileSync } from 'node:fs';
import type { IsolationOptions } from '../isolation-options.ts';
import { CliError } from '../cli-error.ts';

export interface PoolAgentOptions extends IsolationOptions {
  readonly address?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly name?: string;
  readonly single?: boolean;
  readonly jobFile?: string;
  readonly maxConcurrentJobs: number;
  readonly jobsFolder?: string;
  readonly enginesFolder?: string;
  readonly providerMirror?: string;
  readonly runCpuSeconds?: number;
  readonly runMemoryMegabytes?: number;
  readonly kubernetes?: boolean;
  readonly image?: string;
  readonly namespace?: string;
  readonly serviceAccount?: string;
  readonly cpu?: string;
  readonly memory?: string;
  readonly podStartSeconds: number;
  readonly kubeconfig?: string;
  readonly kubernetesAddress?: string;
  readonly kubernetesTokenFile?: string;
  readonly kubernetesAuthorityFile?: string;
}

/** Throws a CliError for a file that cannot be read. `flag`: what named it. */
export const readOptionFile = (flag: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CliError(`${flag} ${file} cannot be read: ${(error as Error).message}`, 2);
  }
};

/** Reads the token. Throws a CliError if there is none. */
export const readAgentToken = ({ token, tokenFile }: PoolAgentOptions): string => {
  if (tokenFile !== undefined) return readOptionFile('--token-file', tokenFile);
  if (token) return token;
  throw new CliError('An agent needs the token of its pool: --token-file, SLIPWAY_AGENT_TOKEN or --token.', 2);
};

/** The address without a trailing slash. Throws a CliError if it is invalid. */
export const requireAgentAddress = ({ address }: PoolAgentOptions): string => {
  if (address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new CliError('An agent needs the address of its service: --address https://…, or SLIPWAY_WORKSPACES_ADDRESS.', 2);
  return address.replace(/\/+$/, '');
};
