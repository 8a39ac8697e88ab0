import { askClient } from './container-client.ts';
import type { Isolation } from '../isolation.ts';

/** A container that this process started, or a process before it. */
export interface NamedContainer {
  /** The client, by its path. */
  readonly program: string;
  readonly name: string;
}

/** The prefix of the names of containers for work whose mark has this prefix. */
export const containerName = (mark: string): string => `slipway.${mark.replaceAll(/[^A-Za-z0-9_-]/g, '.')}`;

/** Kills what is left of a container and removes it. Throws where it may still be there. */
export const removeContainer = async ({ program, name }: NamedContainer): Promise<void> => {
  // Podman would ask the processes of a running container to end, and wait ten seconds for them.
  await askClient(program, ['kill', '--signal', 'KILL', name]);
  const { problem } = await askClient(program, ['rm', '--force', name]);
  if (problem !== undefined && !/no such container|no container with|already in progress/i.test(problem))
    throw new Error(`the container ${name} could not be removed: ${problem}`);
};

/** Removes the containers of work whose mark has this prefix; does nothing unless the isolation uses containers. */
export const removeMarkedContainers = async (isolation: Isolation | undefined, begins: string): Promise<void> => {
  if (!isolation?.container) return;
  const { program } = isolation;
  const { output, problem } = await askClient(program, ['ps', '--all', '--format', '{{.Names}}', '--filter', 'name=slipway']);
  if (problem !== undefined) throw new Error(`containers could not be listed: ${problem}`);
  const begin = `${containerName(begins)}${begins.endsWith('/') ? '' : '.'}`;
  for (const name of output.split('\n').filter((one) => one.startsWith(begin))) await removeContainer({ program, name });
};
