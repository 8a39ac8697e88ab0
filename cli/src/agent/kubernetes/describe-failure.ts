import type { ClusterObject } from './run-cluster.ts';

const join = (...parts: readonly (string | undefined)[]): string | undefined => {
  const said = parts.filter((part) => part !== undefined && part !== '');
  return said.length === 0 ? undefined : said.join(': ');
};

/** Why the container of a pod ended: `OOMKilled, exit code 137`. */
const describeContainer = (pod: ClusterObject): string | undefined => {
  const terminated = pod['status']?.containerStatuses?.[0]?.state?.terminated as ClusterObject | undefined;
  if (!terminated) return undefined;
  const reason = terminated['reason'] === 'Error' ? undefined : (terminated['reason'] as string | undefined);
  return [...(reason === undefined ? [] : [reason]), `exit code ${terminated['exitCode']}`].join(', ');
};

/** Why a Job failed, according to the cluster; the status of its pod has precedence. */
export const describeFailure = (job: ClusterObject, pod: ClusterObject | undefined): string => {
  const condition = (job['status']?.conditions as readonly ClusterObject[] | undefined)?.find(({ type }) => type === 'Failed');
  const ofPod = pod && (join(pod['status']?.reason, pod['status']?.message) ?? describeContainer(pod));
  return ofPod ?? join(condition?.['reason'], condition?.['message']) ?? 'the cluster does not say why';
};

/** Reasons of a waiting container that are permanent, because the Job itself is wrong. Others are temporary. */
const failingReasons: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'RegistryUnavailable',
  'ImageInspectError',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);

/** Why the container of a pod has not started; undefined: it has. `failing`: something is wrong, rather than on the way. */
export const describeWaiting = (pod: ClusterObject | undefined): { readonly reason: string; readonly failing: boolean } | undefined => {
  if (!pod) return { reason: 'the cluster has created no pod', failing: false };
  const { phase, containerStatuses, conditions } = (pod['status'] ?? {}) as ClusterObject;
  if (phase !== undefined && phase !== 'Pending') return undefined;
  const waiting = containerStatuses?.[0]?.state?.waiting as ClusterObject | undefined;
  if (waiting && failingReasons.has(waiting['reason'])) return { reason: join(waiting['reason'], waiting['message'])!, failing: true };
  const scheduled = (conditions as readonly ClusterObject[] | undefined)?.find(({ type }) => type === 'PodScheduled');
  const unscheduled = scheduled?.['status'] === 'False' ? join(scheduled['reason'], scheduled['message']) : undefined;
  return { reason: unscheduled ?? join(waiting?.['reason'], waiting?.['message']) ?? 'its pod is pending', failing: false };
};
