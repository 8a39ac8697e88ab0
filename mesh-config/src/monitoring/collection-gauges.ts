import type { Snapshots } from '../snapshots/snapshot.ts';
import type { MetricsRegistry } from './metrics-registry.ts';

const isVersion = (part: string): boolean => /^v\d+((alpha|beta)\d+)?$/.test(part);
/** The name of a gauge: `cfgmgr_istio_networking_gateways` for `istio/networking/v1alpha3/gateways`. */
const metricNameOf = (collection: string): string =>
  `cfgmgr_${collection
    .split('/')
    .filter((part) => !isVersion(part))
    .join('_')
    .replace(/\W/g, '_')}`;
/** `v1alpha3` of `istio/networking/v1alpha3/gateways`. That of a resource would begin a new series at each change. */
const versionOf = (collection: string): string => collection.split('/').find(isVersion) ?? '';

const noResources: readonly never[] = [];

/** A gauge for each collection, 1 for each resource that its newest snapshot holds. Those of the cluster itself have no namespace. */
export const registerCollectionGauges = (metrics: Pick<MetricsRegistry, 'present'>, snapshots: Snapshots): void => {
  for (const collection of snapshots.collections) {
    const version = versionOf(collection);
    metrics.present(
      metricNameOf(collection),
      `Resources of ${collection}`,
      ['name', 'namespace', 'version'],
      () => snapshots.current(collection)?.resources ?? noResources,
      ({ name }) => {
        const [first = '', second] = name.split('/');
        return { name: second ?? first, namespace: second === undefined ? '' : first, version };
      },
    );
  }
};
