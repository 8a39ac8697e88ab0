import type { KubernetesObject } from '../kubernetes-client/kubernetes-object.ts';

export type FailurePolicy = 'Fail' | 'Ignore';
interface Webhook {
  readonly name?: string;
  readonly clientConfig?: { readonly caBundle?: string };
  readonly failurePolicy?: string;
}
export interface WebhookConfiguration extends KubernetesObject {
  /** An empty list may be sent as null. */
  readonly webhooks?: readonly Webhook[] | null;
}

/**
 * The patch that sets these authorities and this policy in every webhook of a configuration; undefined: all have them. It
 * applies to the version that was read.
 */
export const createWebhookPatch = (
  { metadata, webhooks }: WebhookConfiguration,
  caBundle: string,
  failurePolicy: FailurePolicy,
): object | undefined => {
  const other = (webhooks ?? []).filter((one) => one.clientConfig?.caBundle !== caBundle || one.failurePolicy !== failurePolicy);
  if (other.length === 0) return undefined;
  return {
    metadata: { resourceVersion: metadata?.resourceVersion },
    webhooks: other.map(({ name }) => ({ name, clientConfig: { caBundle }, failurePolicy })),
  };
};

export const failurePoliciesOf = ({ webhooks }: WebhookConfiguration): readonly string[] =>
  (webhooks ?? []).map(({ failurePolicy = 'Fail' }) => failurePolicy);
