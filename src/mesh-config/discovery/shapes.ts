/** Of Kubernetes' documents, what discovery reads. A file may hold anything: what is not of its type is as good as not written. */
export interface Port { readonly name: string; readonly port: number | undefined; readonly protocol: string | undefined }
export interface ServiceSpec {
  readonly type: string | undefined;
  readonly clusterIP: string | undefined;
  readonly externalName: string | undefined;
  readonly ports: readonly Port[];
}
export interface EndpointAddress { readonly ip: string | undefined; readonly nodeName: string | undefined; readonly target: { readonly kind: string | undefined; readonly name: string | undefined; readonly namespace: string | undefined } }
export interface Subset { readonly addresses: readonly EndpointAddress[]; readonly notReady: readonly EndpointAddress[]; readonly ports: readonly Port[] }
export interface PodSpec { readonly nodeName: string | undefined; readonly serviceAccountName: string | undefined }

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? value as Fields : {});
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fields) : []);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const port = ({ name, port: number, protocol }: Fields): Port => ({ name: text(name) ?? '', port: typeof number === 'number' ? number : undefined, protocol: text(protocol) });
const address = ({ ip, nodeName, targetRef }: Fields): EndpointAddress => {
  const { kind, name, namespace } = fields(targetRef);
  return { ip: text(ip), nodeName: text(nodeName), target: { kind: text(kind), name: text(name), namespace: text(namespace) } };
};

/** `spec` of a Service. */
export const serviceSpec = (value: unknown): ServiceSpec => {
  const { type, clusterIP, externalName, ports } = fields(value);
  return { type: text(type), clusterIP: text(clusterIP), externalName: text(externalName), ports: list(ports).map(port) };
};
/** What an Endpoints holds. */
export const subsetsOf = (value: unknown): readonly Subset[] => list(fields(value)['subsets']).map(({ addresses, notReadyAddresses, ports }) =>
  ({ addresses: list(addresses).map(address), notReady: list(notReadyAddresses).map(address), ports: list(ports).map(port) }));
/** `spec` of a Pod. */
export const podSpec = (value: unknown): PodSpec => {
  const { nodeName, serviceAccountName } = fields(value);
  return { nodeName: text(nodeName), serviceAccountName: text(serviceAccountName) };
};
