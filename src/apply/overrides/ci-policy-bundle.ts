import { isAbsent, type Endpoint, type Values } from '../../declare/index.ts';
import type { ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { callEndpoint } from '../call-endpoint.ts';

const replaceEndpoint: Endpoint = 'POST /owner/{organization_id}/context/{context}/policy-bundle';

interface Policy {
  readonly name: string;
  readonly content: string;
}
type Policies = { readonly [name: string]: string };
export interface BundleDifference {
  readonly created: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
}

/** What a replacement changes, or, dry, would change: empty lists are left out of answers. `dry` is in the body (spec 2), or in the hosted service's query. */
export const replaceBundle = async (
  values: Values,
  policies: Policies,
  around: ApplyContext,
  { dry = false } = {},
): Promise<BundleDifference> => {
  const hosted = around.client.dialect === 'hosted';
  const answer = await callEndpoint(around, replaceEndpoint, values, {
    effect: 'put',
    body: dry && !hosted ? { dry, policies } : { policies },
    ...(dry && hosted ? { query: { dry } } : {}),
  });
  const { created, modified, deleted } = (answer.body ?? {}) as Partial<BundleDifference>;
  return { created: created ?? [], modified: modified ?? [], deleted: deleted ?? [] };
};

/** A map from name to documents; a document's own name is the one its text gives it. */
const parsePolicies = (body: unknown): readonly Policy[] =>
  Object.entries((body ?? {}) as { readonly [name: string]: unknown }).flatMap(([key, documents]) =>
    (Array.isArray(documents) ? documents : [documents]).map((one: Partial<Policy>) => ({
      name: one.name ?? key,
      content: one.content ?? '',
    })),
  );

/** What is there, by the names that the state has for it: the service may call a policy as its own text does. */
const keepStateNames = (ours: Policies, there: readonly Policy[]): Policies => {
  const left = [...there];
  const same = Object.entries(ours).filter(([, content]) => {
    const index = left.findIndex((one) => one.content === content);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
  const rest = left.map(({ name, content }) => [name, content] as const);
  return Object.fromEntries([...same, ...rest]);
};

export const read: ResourceOperations['read'] = async (state, around) => {
  const answer = await callEndpoint(around, 'GET /owner/{organization_id}/context/{context}/policy-bundle', state, {
    effect: 'read',
    accept: [404],
  });
  const there = answer.status === 404 ? [] : parsePolicies(answer.body);
  const ours = (state['policies'] ?? {}) as Policies;
  if (there.length === 0 && (isAbsent(state['policies']) || Object.keys(ours).length > 0)) return null;
  return { organization_id: state['organization_id'], context: state['context'], policies: keepStateNames(ours, there) };
};

export const put: ResourceOperations['put'] = async (job, around) => {
  const difference = await replaceBundle(job.want, (job.want['policies'] ?? {}) as Policies, around);
  job.recordSuccess(['organization_id', 'context', 'policies'], { ...difference });
};

export const remove: ResourceOperations['delete'] = async (state, around) => {
  await replaceBundle(state, {}, around);
};
