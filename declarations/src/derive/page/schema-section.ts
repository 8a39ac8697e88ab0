import { type Attribute, type AttributeKind, type Attributes, isLeftAlone, serviceDefault, withFormerNames } from '../../declare/index.ts';
import { leftAloneSentence } from '../defaults.ts';

const headings = [
  ['required', 'Required'],
  ['optional', 'Optional'],
  ['computed', 'Read-Only'],
] as const;

/** The type as the public registry writes it: `String`, `Set of String`, `Attributes List`. */
export const typeName = (kind: AttributeKind): string => {
  if (kind.members) return 'Attributes';
  const collection = kind.collection && `${kind.collection[0]!.toUpperCase()}${kind.collection.slice(1)}`;
  if (kind.item?.members) return `Attributes ${collection}`;
  if (kind.item) return `${collection} of ${typeName(kind.item)}`;
  return kind.type === 'bool' ? 'Boolean' : kind.type === 'number' ? 'Number' : 'String';
};

const plainDescriptions = new Set(['a string', 'true or false', 'a whole number', 'a number']);

/** Whether the type determines the valid values. */
const isPlain = (kind: AttributeKind): boolean =>
  kind.item
    ? !kind.description.includes(' most ') && isPlain(kind.item)
    : kind.members !== undefined || plainDescriptions.has(kind.description);

const defaultText = (attribute: Attribute): string => {
  if (attribute.mode !== 'optional' || attribute.formerNameOf !== undefined) return '';
  const kept = isLeftAlone(attribute) ? ` ${leftAloneSentence}` : '';
  if (attribute.default === serviceDefault) return `Default: the service decides.${kept}`;
  if (attribute.inherits !== undefined) return `Default: the \`${attribute.inherits}\` of the provider.${kept}`;
  return attribute.default === undefined ? '' : `Default: \`${JSON.stringify(attribute.default)}\`.`;
};

const replacementText = (attribute: Attribute): string => {
  if (attribute.mode === 'computed') return '';
  if (attribute.pathParameter || attribute.immutable === true) return 'A change replaces the object.';
  if (attribute.immutable === undefined) return '';
  return 'while' in attribute.immutable
    ? `A change replaces the object while \`${attribute.immutable.while}\` is true.`
    : `A change away from \`${JSON.stringify(attribute.immutable.from)}\` replaces the object.`;
};

const secrecyText = (attribute: Attribute): string =>
  [
    attribute.writeOnly ? `Neither plan nor state holds it; a new \`${attribute.writeOnly.revision}\` shows that it was sent.` : '',
    attribute.secret ? 'The service does not return it.' : '',
    attribute.revealedOnce && attribute.mode === 'computed' ? 'The service returns it in full only once, after the create.' : '',
  ]
    .filter(Boolean)
    .join(' ');

const typeTags = (attribute: Attribute): string =>
  [
    typeName(attribute.kind),
    attribute.sensitive || attribute.secret ? 'Sensitive' : '',
    attribute.writeOnly ? 'Write-only' : '',
    attribute.deprecated === undefined ? '' : 'Deprecated',
  ]
    .filter(Boolean)
    .join(', ');

const oneLine = (text: string): string => text.replaceAll('\n', ' ');

const attributeItem = (name: string, attribute: Attribute, path: readonly string[]): string => {
  const { kind, deprecated, mode } = attribute;
  const hasMembers = kind.members !== undefined || kind.item?.members !== undefined;
  const words = [
    deprecated === undefined ? '' : `**Deprecated.** ${deprecated}`,
    attribute.doc,
    mode === 'computed' || isPlain(kind) ? '' : `Must be ${kind.description}.`,
    defaultText(attribute),
    secrecyText(attribute),
    replacementText(attribute),
    hasMembers ? `(see [below for nested schema](#${anchorOf([...path, attribute.formerNameOf ?? name])}))` : '',
  ];
  return `- \`${name}\` (${typeTags(attribute)}) ${oneLine(words.filter(Boolean).join(' '))}`;
};

const anchorOf = (path: readonly string[]): string => `nestedatt--${path.join('--')}`;

/** The attributes by mode, each group below its heading. */
const groups = (attributes: Attributes, path: readonly string[], heading: (title: string) => string): readonly string[] => {
  const all = Object.entries({ ...withFormerNames(attributes), ...attributes });
  return headings.flatMap(([mode, title]) => {
    const items = all.filter(([, attribute]) => attribute.mode === mode);
    return items.length === 0 ? [] : [heading(title), items.map(([name, attribute]) => attributeItem(name, attribute, path)).join('\n')];
  });
};

const nestedSchemas = (attributes: Attributes, path: readonly string[]): readonly string[] =>
  Object.entries(attributes).flatMap(([name, { kind }]) => {
    const members = kind.members ?? kind.item?.members;
    if (!members) return [];
    const nested = [...path, name];
    return [
      `<a id="${anchorOf(nested)}"></a>\n\n### Nested Schema for \`${nested.join('.')}\``,
      ...groups(members, nested, (title) => `${title}:`),
      ...nestedSchemas(members, nested),
    ];
  });

/** The attributes in the form of the public registry: Required, Optional, Read-Only, and a nested schema for each object. */
export const schemaSection = (attributes: Attributes): string =>
  [...groups(attributes, [], (title) => `### ${title}`), ...nestedSchemas(attributes, [])].join('\n\n');
