import type { ShownResource } from '../../engine/shown.ts';

const name = ({ values }: ShownResource): string => {
  const said = [values.name, values.key].find((value) => typeof value === 'string');
  return typeof said === 'string' ? said : '';
};

/** One line per managed resource: type, address below it, its own name, its ID. */
export function existing(resources: readonly ShownResource[]): string {
  const rows = resources.filter(({ mode }) => mode === 'managed')
    .map((one) => [one.type, name(one), typeof one.values.id === 'string' ? one.values.id : ''] as const)
    .sort(([a, b], [c, d]) => `${a} ${b}`.localeCompare(`${c} ${d}`, 'en'));
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length), 0);
  return rows.map(([type, own, id]) => `  ${type.padEnd(width(0))}  ${own.padEnd(width(1))}  ${id}`.trimEnd()).join('\n');
}
