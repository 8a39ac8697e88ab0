import { type ApiKind, type ApiObject, builtinKinds, kindOfCrd } from './kinds.ts';

export interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly kind: ApiKind;
  readonly object: ApiObject;
  readonly version: number;
}
export interface ObjectStore {
  kinds(): readonly ApiKind[];
  version(): number;
  /** Changes before this version are forgotten. */
  oldest(): number;
  list(kind: ApiKind, namespace?: string): readonly ApiObject[];
  get(kind: ApiKind, key: string): ApiObject | undefined;
  /** Creates or replaces; what is as it was stays as it was. */
  put(object: ApiObject): ApiObject;
  remove(kind: ApiKind, key: string): ApiObject | undefined;
  since(kind: ApiKind, version: number): readonly Change[];
  subscribe(told: (change: Change) => void): () => void;
  compact(): void;
}

const keyOf = ({ metadata: { name, namespace } }: ApiObject): string => (namespace === undefined ? name : `${namespace}/${name}`);
const withoutVersion = (object: ApiObject): string => JSON.stringify({ ...object, metadata: { ...object.metadata, resourceVersion: '' } });

const findKind = (kinds: readonly ApiKind[], { apiVersion, kind }: ApiObject): ApiKind => {
  const [group, served] = apiVersion.includes('/') ? (apiVersion.split('/') as [string, string]) : ['', apiVersion];
  const found = kinds.find((one) => one.group === group && one.kind === kind && one.versions.includes(served));
  if (!found) throw new Error(`the API server has no ${apiVersion} ${kind}`);
  return found;
};
/** The status of a definition whose kind is served. */
const establishedStatus = {
  conditions: [
    { type: 'NamesAccepted', status: 'True' },
    { type: 'Established', status: 'True' },
  ],
};
const createStamp = (version: number) => ({
  uid: `00000000-0000-0000-0000-${String(version).padStart(12, '0')}`,
  creationTimestamp: '2026-01-02T03:04:05Z',
});

/** The stored objects of an API server, which survive a kill of the server. */
export const createObjectStore = (): ObjectStore => {
  const all = new Map<string, Map<string, ApiObject>>();
  const kinds: ApiKind[] = [...builtinKinds];
  const followers = new Set<(change: Change) => void>();
  let [version, oldest, history]: [number, number, Change[]] = [100, 100, []];

  const of = ({ group, plural }: ApiKind): Map<string, ApiObject> => {
    const place = `${group}/${plural}`;
    const there = all.get(place) ?? new Map<string, ApiObject>();
    all.set(place, there);
    return there;
  };
  const note = (type: Change['type'], kind: ApiKind, object: ApiObject): void => {
    const change = { type, kind, object, version };
    history.push(change);
    for (const tell of followers) tell(change);
  };
  return {
    kinds: () => kinds,
    version: () => version,
    oldest: () => oldest,
    list: (kind, namespace) =>
      [...of(kind)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, object]) => object)
        .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace),
    get: (kind, key) => of(kind).get(key),
    put: (given) => {
      const kind = findKind(kinds, given);
      const key = keyOf(given);
      const before = of(kind).get(key);
      const stamp = before?.metadata ?? createStamp(version + 1);
      const object: ApiObject = {
        ...given,
        ...(kind.kind === 'CustomResourceDefinition' ? { status: structuredClone(establishedStatus) } : {}),
        metadata: { ...given.metadata, uid: stamp.uid!, creationTimestamp: stamp.creationTimestamp! },
      };
      if (before && withoutVersion(before) === withoutVersion(object)) return before;
      version += 1;
      object.metadata.resourceVersion = String(version);
      of(kind).set(key, object);
      if (kind.kind === 'CustomResourceDefinition') {
        const made = kindOfCrd(object);
        kinds.splice(0, kinds.length, ...kinds.filter((one) => one.group !== made.group || one.plural !== made.plural), made);
      }
      note(before ? 'MODIFIED' : 'ADDED', kind, object);
      return object;
    },
    remove: (kind, key) => {
      const before = of(kind).get(key);
      if (!before) return undefined;
      of(kind).delete(key);
      version += 1;
      if (kind.kind === 'CustomResourceDefinition') {
        const gone = kindOfCrd(before);
        of(gone).clear();
        kinds.splice(0, kinds.length, ...kinds.filter((one) => one.group !== gone.group || one.plural !== gone.plural));
      }
      note('DELETED', kind, { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } });
      return before;
    },
    since: (kind, after) =>
      history.filter((change) => change.version > after && change.kind.group === kind.group && change.kind.plural === kind.plural),
    subscribe: (told) => {
      followers.add(told);
      return () => {
        followers.delete(told);
      };
    },
    compact: () => {
      [oldest, history] = [version, []];
    },
  };
};
