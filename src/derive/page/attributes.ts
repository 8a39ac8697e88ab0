import { type Attribute, type Attributes, chosen } from '../../declare/index.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const order = ['required', 'optional', 'computed'] as const;

const silence = (attribute: Attribute): string => {
  if (attribute.mode !== 'optional') return '';
  if (attribute.default === chosen) return 'the service decides';
  if (attribute.inherits !== undefined) return 'the provider\'s';
  return attribute.default === undefined ? 'none' : `\`${JSON.stringify(attribute.default)}\``;
};

const replacing = (attribute: Attribute): string => {
  if (attribute.address || attribute.immutable === true) return 'A change replaces the object.';
  return attribute.immutable === undefined ? '' : `A change away from \`${JSON.stringify(attribute.immutable.from)}\` replaces the object.`;
};

const remarks = (attribute: Attribute): string => [
  attribute.deprecated === undefined ? '' : `**Deprecated.** ${attribute.deprecated}`,
  attribute.doc,
  attribute.writeOnly ? `Write-only: never stored in plan or state; \`${attribute.writeOnly.revision}\` shows when it was sent.` : '',
  attribute.secret ? 'The service never gives it back.' : '',
  attribute.once && attribute.mode === 'computed' ? 'Told whole only when it is made.' : '',
  attribute.sensitive ? 'Sensitive.' : '',
  replacing(attribute),
].filter(Boolean).join(' ');

const typeWords = (name: string, attribute: Attribute): string => {
  if (attribute.kind.members) return `an object, see [\`${name}\`](#${name})`;
  return attribute.kind.item?.members ? `a ${attribute.kind.collection} of objects, see [\`${name}\`](#${name})` : attribute.kind.words;
};

const table = (attributes: Attributes): string => [
  '| Name | Mode | Type | Default | What it is |', '|---|---|---|---|---|',
  ...order.flatMap((mode) => Object.entries(attributes).filter(([, attribute]) => attribute.mode === mode).map(([name, attribute]) =>
    `| \`${name}\` | ${mode} | ${[typeWords(name, attribute), silence(attribute), remarks(attribute)].map(cell).join(' | ')} |`)),
].join('\n');

/** One table, and one more below a heading of its own for each object. Required first, computed last. */
export const attributeTables = (attributes: Attributes): string => {
  const nested = Object.entries(attributes).flatMap(([name, { kind }]) => {
    const members = kind.members ?? kind.item?.members;
    return members ? [`### ${name}\n\n${attributeTables(members)}`] : [];
  });
  return [table(attributes), ...nested].join('\n\n');
};
