import type { KubernetesObject } from '../kubernetes/kubernetes-object.ts';

export type FailurePolicy = 'Fail' | 'Ignore';
interface Webhook {
  readonly name?: string;
  readonly clientConfig?: { readonly caBundle?: string };
  readonly failurePolicy?: string;
}
export interface WebhookConfiguration extends KubernetesObject {
  readonly webhooks?: readonly Webhook[];
}

/** What makes every webhook of a configuration trust these authorities and fail by this policy; undefined: all do. It holds for the version that was seen. */
export const createWebhookPatch = (
  { metadata, webhooks = [] }: WebhookConfiguration,
  caBundle: string,
  failurePolicy: FailurePolicy,
): object | undefined => {
  const other = webhooks.filter((one) => one.clientConfig?.caBundle !== caBundle || one.failurePolicy !== failurePolicy);
  if (other.length === 0) return undefined;
  return {
    metadata: { resourceVersion: metadata?.resourceVersion },
    webhooks: other.map(({ name }) => ({ name, clientConfig: { caBundle }, failurePolicy })),
  };
};

export const failurePoliciesOf = ({ webhooks = [] }: WebhookConfiguration): readonly string[] =>
  webhooks.map(({ failurePolicy = 'Fail' }) => failurePolicy);
