import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import type { StateCounts } from './stored.ts';

/** One resource block of a state. */
export interface ResourceSummary {
  readonly name: string;
  readonly type: string;
  readonly count: number;
  readonly module: string;
  readonly provider: string;
}
/** One object that a state manages. */
export interface ResourceInstance {
  readonly address: string;
  readonly name: string;
  readonly index: string | null;
  readonly module: string;
  readonly provider: string;
  readonly type: string;
  /** Changes with its attributes. */
  readonly fingerprint: string;
}

/** Resource types that do not count as billable. */
const freeTypes = new Set(['terraform_data', 'null_resource']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const moduleOf = (resource: JsonObject): string => textOf(resource['module']) || 'root';
/** The address in `provider["…"]`. */
const providerNameOf = (resource: JsonObject): string => /\["([^"]*)"\]/.exec(textOf(resource['provider']))?.[1] ?? '';
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

const toIndex = (key: unknown): string | null => (typeof key === 'string' || typeof key === 'number' ? String(key) : null);

/** Every object that a state manages. */
export const readInstances = (managed: readonly JsonObject[]): readonly ResourceInstance[] =>
  managed.flatMap((resource) => {
    const [type, name, module] = [textOf(resource['type']), textOf(resource['name']), moduleOf(resource)];
    const block = `${module === 'root' ? '' : `${module}.`}${type}.${name}`;
    return instancesOf(resource).map((instance): ResourceInstance => {
      const key = instance['index_key'];
      return {
        address: key === undefined || key === null ? block : `${block}[${JSON.stringify(key)}]`,
        name,
        index: toIndex(key),
        module,
        provider: providerNameOf(resource),
        type,
        fingerprint: createHash('md5')
          .update(JSON.stringify(instance['attributes'] ?? null))
          .digest('hex'),
      };
    });
  });
