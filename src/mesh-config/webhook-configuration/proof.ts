import { kinds } from '../../mesh/kinds/kinds.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { unreached } from '../kubernetes/failure.ts';
import { type KubernetesObject, pathOf } from '../kubernetes/object.ts';

const gateway = kinds.find(({ kind }) => kind === 'Gateway')!;

/** Whether somebody stands behind the service: its Endpoints have an address that is ready. */
export const isReady = (endpoints: KubernetesObject | undefined): boolean => {
  const { subsets = [] } = (endpoints ?? {}) as { readonly subsets?: readonly { readonly addresses?: readonly unknown[] }[] };
  return subsets.some(({ addresses = [] }) => addresses.length > 0);
};

/** What the webhook must refuse: a gateway without a server. Nothing of it stays, whatever is said. */
const wrongGateway = (namespace: string): KubernetesObject & { readonly metadata: object } =>
  ({ apiVersion: `${gateway.group}/${gateway.version}`, kind: gateway.kind, metadata: { name: 'mesh-config-invalid-gateway', namespace }, spec: {} });

/** Sends something that is wrong, dry, and sees it denied; resolves with why that is no proof, or undefined when it is one. */
export const unproven = async (client: KubernetesClient, namespace: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    await client.call({ method: 'POST', path: pathOf(gateway, namespace), query: { dryRun: 'All' }, body: wrongGateway(namespace), signal });
    return 'a gateway without a server is not refused yet';
  } catch (error) {
    const { message, status } = unreached('a gateway without a server', error);
    if (message.includes('denied the request')) return undefined;
    return status === 404 ? `the cluster has no ${gateway.kind}.${gateway.group} to try it with` : `a gateway without a server is refused for another reason: ${message}`;
  }
};
