import { kinds } from '../resources/kinds/kinds.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { toKubernetesError } from '../kubernetes/kubernetes-error.ts';
import { type KubernetesObject, resourcePathOf } from '../kubernetes/kubernetes-object.ts';
import type { ServedKind } from '../kubernetes/served-kind.ts';

/** The kind of which something wrong is sent. */
export const probeKind = kinds.find(({ kind }) => kind === 'Gateway')!;

/** Whether somebody stands behind the service: its Endpoints have an address that is ready. */
export const hasReadyEndpoint = (endpoints: KubernetesObject | undefined): boolean => {
  const { subsets = [] } = (endpoints ?? {}) as { readonly subsets?: readonly { readonly addresses?: readonly unknown[] }[] };
  return subsets.some(({ addresses = [] }) => addresses.length > 0);
};

/** What the webhook must refuse: a gateway without a server. Nothing of it stays, whatever is said. */
const createInvalidGateway = (apiVersion: string, namespace: string): KubernetesObject => ({
  apiVersion,
  kind: probeKind.kind,
  metadata: { name: 'mesh-config-invalid-gateway', namespace },
  spec: {},
});

/** Sends something that is wrong, dry, and sees it denied; resolves with why that is no proof, or undefined when it is one. `served`: where the cluster has that kind. */
export const probeWebhook = async (
  client: KubernetesClient,
  served: ServedKind | undefined,
  namespace: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (!served) return `the cluster does not serve ${probeKind.kind}.${probeKind.group}, of which a probe is sent`;
  try {
    await client.request({
      method: 'POST',
      path: resourcePathOf(served, namespace),
      query: { dryRun: 'All' },
      body: createInvalidGateway(served.apiVersion, namespace),
      signal,
    });
    return 'a gateway without a server is not refused yet';
  } catch (error) {
    const { message, status } = toKubernetesError('a gateway without a server', error);
    if (message.includes('denied the request')) return undefined;
    return status === 404
      ? `there is nothing to try it with: ${message}`
      : `a gateway without a server is refused for another reason: ${message}`;
  }
};
