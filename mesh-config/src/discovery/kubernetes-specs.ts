/** The parts of Kubernetes' documents that discovery reads. Files are untrusted: a value of another type counts as absent. */
export interface Port {
  readonly name: string;
  readonly port: number | undefined;
  readonly protocol: string | undefined;
}
export interface ServiceSpec {
  readonly type: string | undefined;
  readonly clusterIP: string | undefined;
  readonly externalName: string | undefined;
  readonly ports: readonly Port[];
}
export interface EndpointAddress {
  readonly ip: string | undefined;
  readonly nodeName: string | undefined;
  readonly target: { readonly kind: string | undefined; readonly name: string | undefined; readonly namespace: string | undefined };
}
export interface EndpointSubset {
  readonly addresses: readonly EndpointAddress[];
  readonly notReady: readonly EndpointAddress[];
  readonly ports: readonly Port[];
}
export interface PodSpec {
  readonly nodeName: string | undefined;
  readonly serviceAccountName: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const asList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(asFields) : []);
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const parsePort = ({ name, port: number, protocol }: Fields): Port => ({
  name: asText(name) ?? '',
  port: typeof number === 'number' ? number : undefined,
  protocol: asText(protocol),
});
const parseAddress = ({ ip, nodeName, targetRef }: Fields): EndpointAddress => {
  const { kind, name, namespace } = asFields(targetRef);
  return { ip: asText(ip), nodeName: asText(nodeName), target: { kind: asText(kind), name: asText(name), namespace: asText(namespace) } };
};

/** `spec` of a Service. */
export const parseServiceSpec = (value: unknown): ServiceSpec => {
  const { type, clusterIP, externalName, ports } = asFields(value);
  return { type: asText(type), clusterIP: asText(clusterIP), externalName: asText(externalName), ports: asList(ports).map(parsePort) };
};
/** The content of an Endpoints object. */
export const parseEndpointSubsets = (value: unknown): readonly EndpointSubset[] =>
  asList(asFields(value)['subsets']).map(({ addresses, notReadyAddresses, ports }) => ({
    addresses: asList(addresses).map(parseAddress),
    notReady: asList(notReadyAddresses).map(parseAddress),
    ports: asList(ports).map(parsePort),
  }));
/** `spec` of a Pod. */
export const parsePodSpec = (value: unknown): PodSpec => {
  const { nodeName, serviceAccountName } = asFields(value);
  return { nodeName: asText(nodeName), serviceAccountName: asText(serviceAccountName) };
};
