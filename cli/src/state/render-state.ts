import type { Paint } from '../color/colors.ts';
import { listInstances, type DownloadedState, type StateVersion } from './state-versions.ts';

const sizeText = (size: number | null): string => (size === null ? '' : size < 10_240 ? `${size} B` : `${Math.round(size / 1024)} KiB`);

/** A line for each version. */
export const renderVersions = (versions: readonly StateVersion[]): string =>
  versions
    .map(({ id, serial, createdAt, resources, size, status }) =>
      [
        String(serial).padStart(6),
        id,
        createdAt,
        `${resources} ${resources === 1 ? 'resource' : 'resources'}`,
        sizeText(size),
        status === 'finalized' ? '' : status,
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');

/** What a version holds: addresses and outputs. Values of resources may be secret and are not shown. */
export const renderState = (version: StateVersion, state: DownloadedState): string =>
  [
    `serial ${version.serial}, ${version.id}, ${version.createdAt}, lineage ${version.lineage ?? 'none'}`,
    ...[...listInstances(state).keys()].map((address) => `  ${address}`),
    ...Object.entries(state.outputs ?? {}).map(
      ([name, { value, sensitive }]) => `  output ${name} = ${sensitive ? '(sensitive)' : JSON.stringify(value)}`,
    ),
  ].join('\n');

const changedNames = (before: { readonly [name: string]: unknown }, after: { readonly [name: string]: unknown }): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

export interface StateDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Names of attributes by address. */
  readonly changed: { readonly [address: string]: readonly string[] };
  /** Names of outputs. */
  readonly outputs: readonly string[];
}

/** What differs between two states: addresses, and names of attributes and outputs. Values may be secret. */
export const compareStates = (before: DownloadedState, after: DownloadedState): StateDifference => {
  const [old, current] = [listInstances(before), listInstances(after)];
  const both = [...current].flatMap(([address, attributes]) => {
    const names = old.has(address) ? changedNames(old.get(address)!, attributes) : [];
    return names.length > 0 ? [[address, names] as const] : [];
  });
  return {
    added: [...current.keys()].filter((address) => !old.has(address)),
    removed: [...old.keys()].filter((address) => !current.has(address)),
    changed: Object.fromEntries(both),
    outputs: changedNames(before.outputs ?? {}, after.outputs ?? {}),
  };
};

/** A line for each difference, with the symbols of a plan. */
export const renderDifference = ({ added, removed, changed, outputs }: StateDifference, paint: Paint): string => {
  const [plus, minus, tilde] = [paint('green', '+'), paint('red', '-'), paint('yellow', '~')];
  const lines = [
    ...added.map((address) => `${plus} ${address}`),
    ...removed.map((address) => `${minus} ${address}`),
    ...Object.entries(changed).map(([address, names]) => `${tilde} ${address}: ${names.join(', ')}`),
    ...outputs.map((name) => `${tilde} output ${name}`),
  ];
  return lines.length > 0 ? lines.join('\n') : 'No differences.';
};
