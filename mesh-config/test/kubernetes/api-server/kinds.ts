/** What a kind is to the API server. */
export interface ApiKind {
  readonly group: string;
  readonly versions: readonly string[];
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly hasStatus: boolean;
}
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    resourceVersion?: string;
    uid?: string;
    creationTimestamp?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

const builtin = (group: string, plural: string, kind: string, namespaced: boolean): ApiKind => ({
  group,
  versions: ['v1'],
  plural,
  kind,
  namespaced,
  hasStatus: kind !== 'Endpoints',
});
export const builtinKinds: readonly ApiKind[] = [
  builtin('', 'endpoints', 'Endpoints', true),
  builtin('', 'namespaces', 'Namespace', false),
  builtin('', 'nodes', 'Node', false),
  builtin('', 'pods', 'Pod', true),
  builtin('', 'services', 'Service', true),
  builtin('networking.k8s.io', 'ingresses', 'Ingress', true),
  builtin('apiextensions.k8s.io', 'customresourcedefinitions', 'CustomResourceDefinition', false),
  {
    ...builtin('admissionregistration.k8s.io', 'validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', false),
    hasStatus: false,
  },
];

interface CrdSpec {
  group: string;
  scope: string;
  names: { plural: string; kind: string };
  versions: { name: string; served: boolean; subresources?: { status?: object } }[];
}
export const kindOfCrd = ({ spec }: ApiObject): ApiKind => {
  const { group, scope, names, versions } = spec as CrdSpec;
  return {
    group,
    plural: names.plural,
    kind: names.kind,
    namespaced: scope === 'Namespaced',
    versions: versions.filter(({ served }) => served).map(({ name }) => name),
    hasStatus: versions.some(({ subresources }) => subresources?.status !== undefined),
  };
};

/** A definition as a user applies it. */
export const crd = (group: string, plural: string, kind: string, more: { versions?: object[]; scope?: string } = {}): ApiObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: more.scope ?? 'Namespaced',
    names: { plural, kind },
    versions: more.versions ?? [{ name: 'v1alpha3', served: true, storage: true, subresources: { status: {} } }],
  },
});
