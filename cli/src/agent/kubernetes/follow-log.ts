import { setTimeout as delay } from 'node:timers/promises';
import type { KubernetesClient } from './kubernetes-client.ts';
import { core, findPod } from './watch-job.ts';

/** Hands on the lines that the pod of a Job writes, until it ends or `signal` is aborted. What the run itself says goes to the service. */
export const followLog = async (
  client: KubernetesClient,
  name: string,
  interval: number,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> => {
  let rest = '';
  while (!signal.aborted) {
    const pod = await findPod(client, name).catch(() => undefined);
    const phase = pod?.['status']?.phase as string | undefined;
    if (pod && phase !== undefined && phase !== 'Pending') {
      await client
        .stream(core, `pods/${pod['metadata'].name}/log?follow=true`, signal, (text) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop()!;
          for (const line of lines) say(line);
        })
        // The log is for the operator; without it the run goes on.
        .catch(() => undefined);
      break;
    }
    await delay(interval, undefined, { signal }).catch(() => undefined);
  }
  if (rest !== '') say(rest);
};
