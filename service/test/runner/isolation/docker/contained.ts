/** Processes in containers of Podman, which this user starts, as root or as another user, and the same without a container. */
import type { Test } from 'uvu';
import { findIsolation } from '../../../../src/runner/isolation/find-isolation.ts';
import type { Isolation, RunNetwork, Sandbox } from '../../../../src/runner/isolation/isolation.ts';
import { markVariable } from '../../../../src/runner/marked-processes.ts';
import { type RunningProcess, startProcess } from '../../../../src/runner/start-process.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import type { Outcome, Places } from '../sandboxed.ts';
import { configurePodman, podmanProblem, testImage } from './container-image.ts';

/** `reason`: why there is none. */
export const findContainers = async (
  network: RunNetwork = { kind: 'none' },
): Promise<{ readonly isolation?: Isolation; readonly reason: string }> => {
  if (podmanProblem !== undefined) return { reason: podmanProblem };
  configurePodman();
  const request = { kind: 'docker', image: testImage, network, reads: [], hides: [] } as const;
  return { isolation: (await findIsolation(request)).isolation!, reason: '' };
};

const { isolation: found, reason } = await findContainers();
/** `test`, where Podman works; otherwise it is skipped with the reason. */
export const contained = <T>(test: Test<T>): Test<T> | ReturnType<typeof skipWithReason<T>> =>
  found ? test : skipWithReason(test, reason);

const ordinary = ['--user', '65534:65534'];

export const startContained = (
  { user, own, temporary, other, data, mark }: Places,
  script: string,
  variables: { readonly [name: string]: string } = {},
  more: Partial<Sandbox> = {},
): { readonly running: RunningProcess; readonly over: Promise<Outcome> } => {
  configurePodman();
  const { isolation = found!, ...rest } = more;
  const container = { ...isolation.container!, ...(user === 'ordinary' ? { identity: ordinary } : {}) };
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    OWN: own,
    OTHER: other,
    DATA: data,
    NODE: process.execPath,
    ...variables,
    [markVariable]: mark,
  };
  let output = '';
  const running = startProcess(
    {
      argv: ['/bin/sh', '-c', script],
      folder: own,
      environment,
      sandbox: { isolation: { ...isolation, container }, folders: [own, temporary], temporary, programs: [process.execPath], ...rest },
    },
    async (chunk) => {
      output += chunk.toString();
    },
  );
  return { running, over: running.exit.then((exit) => ({ ...exit, output })) };
};

export const runContained = (...given: Parameters<typeof startContained>): Promise<Outcome> => startContained(...given).over;
