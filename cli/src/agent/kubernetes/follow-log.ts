import { setTimeout as delay } from 'node:timers/promises';
import { findPod, type RunCluster } from './run-cluster.ts';

/** Passes on the log lines of a Job's pod, until it ends or `signal` is aborted. The output of the run itself is sent to the service. */
export const followLog = async (
  cluster: RunCluster,
  name: string,
  interval: number,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> => {
  let rest = '';
  const follow = async (pod: string): Promise<void> => {
    for await (const text of await cluster.followPodLog(pod, signal)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) say(line);
    }
  };
  while (!signal.aborted) {
    const pod = await findPod(cluster, name, signal).catch(() => undefined);
    const phase = pod?.['status']?.phase as string | undefined;
    if (pod && phase !== undefined && phase !== 'Pending') {
      // The log is for the operator; without it the run goes on.
      await follow(pod['metadata'].name as string).catch(() => undefined);
      break;
    }
    await delay(interval, undefined, { signal }).catch(() => undefined);
  }
  if (rest !== '') say(rest);
};
