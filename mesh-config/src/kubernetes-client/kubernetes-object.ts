/** An object of an API server; optional members may be missing. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string; readonly resourceVersion?: string };
  readonly spec?: unknown;
  readonly status?: unknown;
}

const isPlainObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Whether a value is an object of an API server. That of a bookmark has no name. */
export const isKubernetesObject = (value: unknown): value is KubernetesObject =>
  isPlainObject(value) && isPlainObject((value as KubernetesObject).metadata);

/** The key of an object: `namespace/name`, or `name`. */
export const objectKeyOf = ({ metadata: { name = '', namespace } = {} }: KubernetesObject): string =>
  namespace ? `${namespace}/${name}` : name;

/** Path of all objects of a kind, in every namespace: `/apis/networking.istio.io/v1beta1/gateways`. */
export const resourcePathOf = (
  { group, version, plural }: { readonly group: string; readonly version: string; readonly plural: string },
  namespace?: string,
): string => `${group === '' ? '/api' : `/apis/${group}`}/${version}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`;
