import { isAbsent, type Endpoint, type Values } from '@slipway/declarations/declare';
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

/**
 * What a replacement changes, or, dry, would change: empty lists are left out of answers. `dry` is in the body (spec 2), or in the hosted
 * service's query.
 */
export const replaceBundle = async (
  values: Values,
  policies: Policies,
  context: ApplyContext,
  { dry = false } = {},
): Promise<BundleDifference> => {
  const hosted = context.client.dialect === 'hosted';
  const response = await callEndpoint(context, replaceEndpoint, values, {
    effect: 'put',
    body: dry && !hosted ? { dry, policies } : { policies },
    ...(dry && hosted ? { query: { dry } } : {}),
  });
  const { created, modified, deleted } = (response.body ?? {}) as Partial<BundleDifference>;
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

/** The existing policies by their names in the state: the service may name a policy after its own text. */
const keepStateNames = (ours: Policies, present: readonly Policy[]): Policies => {
  const remaining = [...present];
  const same = Object.entries(ours).filter(([, content]) => {
    const index = remaining.findIndex((one) => one.content === content);
    if (index >= 0) remaining.splice(index, 1);
    return index >= 0;
  });
  const rest = remaining.map(({ name, content }) => [name, content] as const);
  return Object.fromEntries([...same, ...rest]);
};

export const read: ResourceOperations['read'] = async (state, context) => {
  const response = await callEndpoint(context, 'GET /owner/{organization_id}/context/{context}/policy-bundle', state, {
    effect: 'read',
    acceptedStatuses: [404],
  });
  const present = response.status === 404 ? [] : parsePolicies(response.body);
  const ours = (state['policies'] ?? {}) as Policies;
  if (present.length === 0 && (isAbsent(state['policies']) || Object.keys(ours).length > 0)) return null;
  return { organization_id: state['organization_id'], context: state['context'], policies: keepStateNames(ours, present) };
};

export const put: ResourceOperations['put'] = async (operation, context) => {
  const difference = await replaceBundle(operation.desired, (operation.desired['policies'] ?? {}) as Policies, context);
  operation.recordSuccess(['organization_id', 'context', 'policies'], { ...difference });
};

export const remove: ResourceOperations['delete'] = async (state, context) => {
  await replaceBundle(state, {}, context);
};
