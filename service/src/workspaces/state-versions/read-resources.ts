import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { type AttributePlaces, hashText } from './reading/locate-attributes.ts';
import type { ResourceSummary, StateCounts } from './stored.ts';

/** A resource block: its module is `root` or `module.…`, its provider `provider["…"]`. */
export type ManagedBlock = readonly [type: string, name: string, module: string, provider: string];
/** One object that a state manages: the index of its block, its index key (null: it has none), and what changes with its attributes. */
export type ManagedObject = readonly [block: number, key: unknown, fingerprint: string];
/** Objects with the blocks that they are of. */
export interface ManagedObjects {
  readonly blocks: readonly ManagedBlock[];
  readonly objects: readonly ManagedObject[];
}

/** Resource types that do not count as billable. */
const freeTypes = new Set(['terraform_data', 'null_resource']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const moduleOf = (resource: JsonObject): string => textOf(resource['module']) || 'root';
const instancesOf = ({ instances }: JsonObject): readonly JsonObject[] => (Array.isArray(instances) ? instances.filter(isObject) : [{}]);

const addCount = (counts: Map<string, Map<string, number>>, owner: string, type: string, count: number): void => {
  const types = counts.get(owner) ?? new Map<string, number>();
  counts.set(owner, types.set(type, (types.get(type) ?? 0) + count));
};
const toCounts = (counts: Map<string, Map<string, number>>): StateCounts =>
  Object.fromEntries([...counts].map(([owner, types]) => [owner, Object.fromEntries(types)]));

/** The number of objects in a state by block, module and provider. */
export const summarizeResources = (
  managed: readonly JsonObject[],
): {
  readonly count: number;
  readonly billable: number;
  readonly modules: StateCounts;
  readonly providers: StateCounts;
  readonly resources: readonly ResourceSummary[];
} => {
  const [modules, providers] = [new Map<string, Map<string, number>>(), new Map<string, Map<string, number>>()];
  const resources = managed.map((resource): ResourceSummary => {
    const [type, count, module] = [textOf(resource['type']), instancesOf(resource).length, moduleOf(resource)];
    addCount(modules, module, type, count);
    addCount(providers, textOf(resource['provider']), type, count);
    return { name: textOf(resource['name']), type, count, module, provider: textOf(resource['provider']) };
  });
  const sum = (list: readonly ResourceSummary[]): number => list.reduce((total, { count }) => total + count, 0);
  return {
    count: sum(resources),
    billable: sum(resources.filter(({ type }) => !freeTypes.has(type))),
    modules: toCounts(modules),
    providers: toCounts(providers),
    resources,
  };
};

const isManaged = ({ mode }: JsonObject): boolean => mode !== 'data';

/** Reads the fingerprint of each object of a list, in the order of all lists of a state. */
const createFingerprints = (resources: readonly JsonObject[], text: string, places: AttributePlaces) => {
  let index = 0;
  const counted = resources.reduce((sum, { instances }) => sum + (Array.isArray(instances) ? instances.filter(isObject).length : 0), 0);
  // Otherwise a member is there twice, and only the last one counts.
  const areKnown = places.length === 2 * counted;
  return ({ attributes }: JsonObject): string => {
    const at = 2 * index++;
    if (attributes === undefined || attributes === null) return '';
    if (areKnown) return hashText(text, places[at]!, places[at + 1]!);
    const written = JSON.stringify(attributes);
    return hashText(written, 0, written.length);
  };
};

/** Every object that a state manages, in the order of the state. `text`: the state, in which `places` are those of attributes. */
export const readManagedObjects = (resources: readonly JsonObject[], text: string, places: AttributePlaces): ManagedObjects => {
  const fingerprintOf = createFingerprints(resources, text, places);
  const [blocks, objects]: [ManagedBlock[], ManagedObject[]] = [[], []];
  for (const resource of resources) {
    const { instances } = resource;
    const listed = Array.isArray(instances)
      ? instances.filter(isObject).map((instance): readonly [unknown, string] => [instance['index_key'] ?? null, fingerprintOf(instance)])
      : [[null, ''] as const];
    if (!isManaged(resource)) continue;
    for (const [key, fingerprint] of listed) objects.push([blocks.length, key, fingerprint]);
    blocks.push([textOf(resource['type']), textOf(resource['name']), moduleOf(resource), textOf(resource['provider'])]);
  }
  return { blocks, objects };
};
