import type { StoredRecord } from '../../store/store.ts';
import type { StoredConfigurationVersion, StoredIngress } from '../configuration-versions/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { IngressContext, IngressOrigin } from './ingress-origin.ts';

/** Configuration versions that are looked at, the latest first. */
const maxVersions = 20;

const isSameOrigin = (ingress: StoredIngress, { ref, pullRequest }: IngressOrigin): boolean => {
  if (pullRequest !== null) return ingress['pull-request-number'] === pullRequest.number;
  if (ingress['is-pull-request'] === true || ref === undefined) return false;
  return 'tag' in ref ? ingress.tag === ref.tag : ingress.branch === ref.branch;
};

/** The configuration version that this very event made before: code hosts send an event again when they lost the answer. */
export const findRepeated = async (
  { tx }: IngressContext,
  { id }: StoredRecord<StoredWorkspace>,
  revision: string,
  origin: IngressOrigin,
): Promise<StoredRecord<StoredConfigurationVersion> | undefined> => {
  const { records } = await tx.list<StoredConfigurationVersion>(
    { kind: 'configuration-versions', scope: id },
    { offset: 0, limit: maxVersions, uncounted: true, order: { by: 'seq', descending: true } },
  );
  const latest = records.find(({ body }) => body.ingress !== null && isSameOrigin(body.ingress, origin));
  return latest?.body.ingress?.commitSha === revision ? latest : undefined;
};
