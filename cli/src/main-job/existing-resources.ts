import type { StateResource } from 'slipway/engine/show-json';

const displayName = ({ values }: StateResource): string => {
  const said = [values.name, values.key, values.event_preset, values.event_name, values.restriction_value].find(
    (value) => typeof value === 'string',
  );
  return typeof said === 'string' ? said : '';
};

/** One line per managed resource: type, its own name, its ID; those without name and ID (attachments) are counted, one line per type. */
export function formatExistingResources(resources: readonly StateResource[]): string {
  const managed = resources
    .filter(({ mode }) => mode === 'managed')
    .map((one) => ({ type: one.type, own: displayName(one), id: typeof one.values.id === 'string' ? one.values.id : '' }));
  const attachments = new Map<string, number>();
  for (const { type, own, id } of managed) if (!own && !id) attachments.set(type, (attachments.get(type) ?? 0) + 1);
  const rows = [
    ...managed.filter(({ own, id }) => own || id),
    ...[...attachments].map(([type, count]) => ({ type, own: `(${count})`, id: '' })),
  ].sort((a, b) => `${a.type} ${a.own}`.localeCompare(`${b.type} ${b.own}`, 'en'));
  const width = (column: 'type' | 'own') => Math.max(...rows.map((row) => row[column].length), 0);
  return rows.map(({ type, own, id }) => `  ${type.padEnd(width('type'))}  ${own.padEnd(width('own'))}  ${id}`.trimEnd()).join('\n');
}
