import { type Attribute, type Attributes, serviceDefault, withFormerNames } from '../../declare/index.ts';

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const modeOrder = ['required', 'optional', 'computed'] as const;

const defaultText = (attribute: Attribute): string => {
  if (attribute.mode !== 'optional' || attribute.formerNameOf !== undefined) return '';
  if (attribute.default === serviceDefault) return 'the service decides';
  if (attribute.inherits !== undefined) return "the provider's";
  return attribute.default === undefined ? 'none' : `\`${JSON.stringify(attribute.default)}\``;
};

const replacementText = (attribute: Attribute): string => {
  if (attribute.pathParameter || attribute.immutable === true) return 'A change replaces the object.';
  return attribute.immutable === undefined ? '' : `A change away from \`${JSON.stringify(attribute.immutable.from)}\` replaces the object.`;
};

const remarks = (attribute: Attribute): string =>
  [
    attribute.deprecated === undefined ? '' : `**Deprecated.** ${attribute.deprecated}`,
    attribute.doc,
    attribute.writeOnly ? `Write-only: never stored in plan or state; \`${attribute.writeOnly.revision}\` shows when it was sent.` : '',
    attribute.secret ? 'The service never gives it back.' : '',
    attribute.revealedOnce && attribute.mode === 'computed' ? 'Told whole only when it is made.' : '',
    attribute.sensitive ? 'Sensitive.' : '',
    replacementText(attribute),
  ]
    .filter(Boolean)
    .join(' ');

const typeText = (name: string, attribute: Attribute): string => {
  if (attribute.kind.members) return `an object, see [\`${name}\`](#${name})`;
  return attribute.kind.item?.members
    ? `a ${attribute.kind.collection} of objects, see [\`${name}\`](#${name})`
    : attribute.kind.description;
};

const attributeTable = (attributes: Attributes): string =>
  [
    '| Name | Mode | Type | Default | What it is |',
    '|---|---|---|---|---|',
    ...modeOrder.flatMap((mode) =>
      Object.entries({ ...withFormerNames(attributes), ...attributes })
        .filter(([, attribute]) => attribute.mode === mode)
        .map(
          ([name, attribute]) =>
            `| \`${name}\` | ${mode} | ${[typeText(attribute.formerNameOf ?? name, attribute), defaultText(attribute), remarks(attribute)].map(escapeCell).join(' | ')} |`,
        ),
    ),
  ].join('\n');

/** One table, and one more below a heading of its own for each object. Required first, computed last. */
export const attributeTables = (attributes: Attributes): string => {
  const nested = Object.entries(attributes).flatMap(([name, { kind }]) => {
    const members = kind.members ?? kind.item?.members;
    return members ? [`### ${name}\n\n${attributeTables(members)}`] : [];
  });
  return [attributeTable(attributes), ...nested].join('\n\n');
};
