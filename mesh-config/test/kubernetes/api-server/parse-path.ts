import type { ApiKind } from './kinds.ts';
import type { ObjectStore } from './object-store.ts';

/** What a path means. */
export interface Route {
  readonly kind: ApiKind;
  readonly version: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly isStatus: boolean;
}

const namespacePattern = String.raw`(?:\/namespaces\/(?<namespace>[^/]+)(?=\/[^/]+))?`;
const pathPattern = new RegExp(
  String.raw`^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>v[^/]+)${namespacePattern}` +
    String.raw`\/(?<plural>[^/]+)(?:\/(?<name>[^/]+))?(?<status>\/status)?$`,
);

export const parsePath = (path: string, objects: Pick<ObjectStore, 'kinds'>): Route | undefined => {
  const found = pathPattern.exec(path)?.groups;
  if (!found) return undefined;
  const { group = '', version, namespace, plural, name, status } = found as Record<string, string | undefined>;
  const kind = objects.kinds().find((one) => one.group === group && one.plural === plural && one.versions.includes(version!));
  return kind
    ? {
        kind,
        version: version!,
        isStatus: status !== undefined,
        ...(namespace === undefined ? {} : { namespace }),
        ...(name === undefined ? {} : { name }),
      }
    : undefined;
};

const resourceList = (groupVersion: string, kinds: readonly ApiKind[]): object => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion,
  resources: kinds.map(({ plural, kind, namespaced }) => ({
    name: plural,
    singularName: kind.toLowerCase(),
    namespaced,
    kind,
    verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  })),
});
/** What a client asks to learn which kinds there are; undefined: it asks something else. */
export const discoveryDocument = (path: string, objects: Pick<ObjectStore, 'kinds'>): object | undefined => {
  const kinds = objects.kinds();
  if (path === '/version') return { major: '1', minor: '32', gitVersion: 'v1.32.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
  if (path === '/api/v1')
    return resourceList(
      'v1',
      kinds.filter(({ group }) => group === ''),
    );
  const groups = [...new Set(kinds.map(({ group }) => group))]
    .filter((group) => group !== '')
    .map((name) => {
      const versions = [...new Set(kinds.filter(({ group }) => group === name).flatMap((one) => one.versions))].map((version) => ({
        groupVersion: `${name}/${version}`,
        version,
      }));
      return { name, versions, preferredVersion: versions[0] };
    });
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  const [, group, version] = /^\/apis\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  return group !== undefined && groups.some(({ name, versions }) => name === group && versions.some((one) => one.version === version))
    ? resourceList(
        `${group}/${version}`,
        kinds.filter((one) => one.group === group && one.versions.includes(version!)),
      )
    : undefined;
};
