import { findKind } from '../resources/kinds/kinds.ts';
import type { Kind } from '../resources/kinds/kind.ts';
import type { ResourceDefinition } from './definition.ts';

/** The version and path at which a cluster serves a kind. */
export interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** The `apiVersion` of its objects: `networking.istio.io/v1beta1`. */
  readonly apiVersion: string;
  readonly hasStatus: boolean;
}

/**
 * The version of a kind to read: the version of this program if it is served, otherwise the first one with the same shape, preferably one
 * that is not deprecated. Undefined: the cluster has none.
 */
export const selectServedKind = (kind: Kind, definitions: readonly ResourceDefinition[]): ServedKind | undefined => {
  const { group, version } = kind;
  if (kind.builtin)
    return { group, version, plural: kind.plural, apiVersion: group === '' ? version : `${group}/${version}`, hasStatus: true };
  const definition = definitions.find((one) => one.group === group && one.kind === kind.kind);
  const versions = definition?.versions.filter(({ name }) => findKind(`${group}/${name}`, kind.kind) === kind) ?? [];
  const chosen = versions.find(({ name }) => name === version) ?? versions.find(({ deprecated }) => !deprecated) ?? versions[0];
  return definition && chosen
    ? { group, version: chosen.name, plural: definition.plural, apiVersion: `${group}/${chosen.name}`, hasStatus: chosen.hasStatus }
    : undefined;
};
