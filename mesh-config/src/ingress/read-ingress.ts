import { isObject } from '../resources/document-node.ts';

/** How the path of a request is compared. `written`: derived from the end of the path, as in versions before networking.k8s.io/v1. */
export type PathComparison = 'written' | 'exact' | 'prefix';
export interface IngressPath {
  /** The path as it is written; '' for none. */
  readonly path: string;
  readonly comparison: PathComparison;
  readonly service: string;
  /** A text is the name of a port, or digits. */
  readonly port: number | string | undefined;
}
export interface IngressRule {
  /** '' for every host. */
  readonly host: string;
  readonly paths: readonly IngressPath[];
}
/** `spec` of an Ingress of any version. */
export interface IngressSpec {
  /** `ingressClassName` */
  readonly className: string | undefined;
  /** The hosts of each entry of `tls`. */
  readonly tls: readonly (readonly string[])[];
  readonly rules: readonly IngressRule[];
  readonly hasDefaultBackend: boolean;
}

type Fields = Readonly<Record<string, unknown>>;
const asFields = (value: unknown): Fields => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const asPort = (value: unknown): number | string | undefined => (typeof value === 'number' ? value : asText(value));

const comparisons: Readonly<Record<string, PathComparison>> = { Exact: 'exact', Prefix: 'prefix' };

const readPath = (value: unknown): IngressPath => {
  const { path, pathType, backend } = asFields(value);
  const { serviceName, servicePort, service } = asFields(backend);
  const { name, port } = asFields(service);
  return {
    path: asText(path) ?? '',
    comparison: comparisons[asText(pathType) ?? ''] ?? 'written',
    service: asText(serviceName) ?? asText(name) ?? '',
    port: asPort(servicePort) ?? asPort(asFields(port)['number']) ?? asPort(asFields(port)['name']),
  };
};

/** Parses any value: members of another type count as absent. */
export const readIngressSpec = (value: unknown): IngressSpec => {
  const { ingressClassName, tls, rules, backend, defaultBackend } = asFields(value);
  return {
    className: asText(ingressClassName),
    tls: asList(tls).map((one) => asList(asFields(one)['hosts']).filter((host) => typeof host === 'string')),
    rules: asList(rules).map((one) => {
      const { host, http } = asFields(one);
      return { host: asText(host) ?? '', paths: asList(asFields(http)['paths']).map(readPath) };
    }),
    hasDefaultBackend: isObject(backend) || isObject(defaultBackend),
  };
};
