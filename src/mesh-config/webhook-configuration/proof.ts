import { kinds } from '../../mesh/kinds/kinds.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { unreached } from '../kubernetes/failure.ts';
import { type KubernetesObject, pathOf } from '../kubernetes/object.ts';
import type { Served } from '../kubernetes/served.ts';

/** The kind of which something wrong is sent. */
export const triedKind = kinds.find(({ kind }) => kind === 'Gateway')!;

/** Whether somebody stands behind the service: its Endpoints have an address that is ready. */
export const isReady = (endpoints: KubernetesObject | undefined): boolean => {
  const { subsets = [] } = (endpoints ?? {}) as { readonly subsets?: readonly { readonly addresses?: readonly unknown[] }[] };
  return subsets.some(({ addresses = [] }) => addresses.length > 0);
};

/** What the webhook must refuse: a gateway without a server. Nothing of it stays, whatever is said. */
const wrongGateway = (apiVersion: string, namespace: string): KubernetesObject =>
  ({ apiVersion, kind: triedKind.kind, metadata: { name: 'mesh-config-invalid-gateway', namespace }, spec: {} });

/** Sends something that is wrong, dry, and sees it denied; resolves with why that is no proof, or undefined when it is one. `served`: where the cluster has that kind. */
export const unproven = async (client: KubernetesClient, served: Served | undefined, namespace: string, signal: AbortSignal): Promise<string | undefined> => {
  if (!served) return `the cluster has no ${triedKind.kind}.${triedKind.group} to try it with`;
  try {
    await client.call({ method: 'POST', path: pathOf(served, namespace), query: { dryRun: 'All' }, body: wrongGateway(served.apiVersion, namespace), signal });
    return 'a gateway without a server is not refused yet';
  } catch (error) {
    const { message, status } = unreached('a gateway without a server', error);
    if (message.includes('denied the request')) return undefined;
    return status === 404 ? `there is nothing to try it with: ${message}` : `a gateway without a server is refused for another reason: ${message}`;
  }
};
