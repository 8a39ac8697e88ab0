import { kinds } from '../resources/kinds/kinds.ts';
import type { KubernetesClient } from '../kubernetes-client/client.ts';
import { toKubernetesError } from '../kubernetes-client/kubernetes-error.ts';
import { type KubernetesObject, resourcePathOf } from '../kubernetes-client/kubernetes-object.ts';
import type { ServedKind } from '../kubernetes/served-kind.ts';

/** The kind of the invalid object. */
export const probeKind = kinds.find(({ kind }) => kind === 'Gateway')!;

/** Whether the service has a backend: its Endpoints have a ready address. */
export const hasReadyEndpoint = (endpoints: KubernetesObject | undefined): boolean => {
  const { subsets } = (endpoints ?? {}) as { readonly subsets?: readonly { readonly addresses?: readonly unknown[] | null }[] | null };
  // What is empty may be sent as null.
  return (subsets ?? []).some(({ addresses }) => (addresses ?? []).length > 0);
};

/** The object that the webhook must deny: a gateway without a server. It is never stored, because the request is a dry run. */
const createInvalidGateway = (apiVersion: string, namespace: string): KubernetesObject => ({
  apiVersion,
  kind: probeKind.kind,
  metadata: { name: 'mesh-config-invalid-gateway', namespace },
  spec: {},
});

/**
 * Sends an invalid object as a dry run, and checks that it is denied. Resolves with the reason why the result proves nothing;
 * undefined: the webhook denied it. `served`: the version and path at which the cluster serves the kind.
 */
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
