import type { ClusterObject } from './kubernetes-client.ts';

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

/** Why a Job failed, as the cluster says: its pod knows best. */
export const describeFailure = (job: ClusterObject, pod: ClusterObject | undefined): string => {
  const condition = (job['status']?.conditions as readonly ClusterObject[] | undefined)?.find(({ type }) => type === 'Failed');
  const ofPod = pod && (join(pod['status']?.reason, pod['status']?.message) ?? describeContainer(pod));
  return ofPod ?? join(condition?.['reason'], condition?.['message']) ?? 'the cluster does not say why';
};
