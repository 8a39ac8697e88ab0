import type { KubernetesObject } from '../kubernetes-client/kubernetes-object.ts';

/** One version of a kind, as the cluster serves it. */
export interface ServedVersion {
  /** `v1beta1` */
  readonly name: string;
  /** The openAPIV3Schema as it is written, descriptions and all; undefined: the version has none. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The whole version is. */
  readonly deprecated: boolean;
  /** `deprecationWarning`: replaces the warning that the cluster sends by default. */
  readonly deprecationWarning?: string;
  /** Whether `status` is a subresource. */
  readonly hasStatus: boolean;
}
/** A kind that a CustomResourceDefinition of the cluster brings. */
export interface ResourceDefinition {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** The versions that are served, in the order of the definition. */
  readonly versions: readonly ServedVersion[];
}

interface CrdVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: Readonly<Record<string, unknown>> };
  readonly subresources?: { readonly status?: unknown };
}
interface CrdSpec {
  readonly group?: string;
  readonly scope?: string;
  readonly names?: { readonly kind?: string; readonly plural?: string } | null;
  readonly versions?: readonly CrdVersion[] | null;
}
interface CrdStatus {
  readonly conditions?: readonly { readonly type?: string; readonly status?: string }[] | null;
}

/** Reads a CustomResourceDefinition; undefined: the cluster does not serve it yet, or no more. */
export const parseDefinition = ({ spec, status }: KubernetesObject): ResourceDefinition | undefined => {
  // What is empty may be sent as null: the conditions of a definition that was just created are.
  const { group, scope, names, versions } = (spec ?? {}) as CrdSpec;
  const { kind, plural } = names ?? {};
  const { conditions } = (status ?? {}) as CrdStatus;
  const isServed = (conditions ?? []).some((one) => one.type === 'Established' && one.status === 'True');
  if (!isServed || !group || !kind || !plural) return undefined;
  return {
    group,
    kind,
    plural,
    namespaced: scope !== 'Cluster',
    versions: (versions ?? []).flatMap(({ name, served, deprecated = false, deprecationWarning, schema, subresources }) =>
      name === undefined || served === false
        ? []
        : [
            {
              name,
              deprecated,
              hasStatus: subresources?.status !== undefined,
              ...(schema?.openAPIV3Schema ? { schema: schema.openAPIV3Schema } : {}),
              ...(deprecationWarning === undefined ? {} : { deprecationWarning }),
            },
          ],
    ),
  };
};
