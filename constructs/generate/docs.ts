import type { AttributeMeta, ConstructMeta } from '@slipway/declarations/derive';

const obviousTypes = new Set(['a string', 'true or false', 'a whole number']);

/** Empty for objects, and for maps and lists of objects: their members are documented themselves. */
const typeLine = (meta: AttributeMeta): string =>
  obviousTypes.has(meta.type) || meta.members ? '' : `${meta.type.charAt(0).toUpperCase()}${meta.type.slice(1)}.`;

const replacementLine = (meta: AttributeMeta): string => {
  if (meta.replaces === undefined) return '';
  if (meta.replaces === true) return 'A change replaces the object.';
  return 'while' in meta.replaces
    ? `A change replaces the object while \`${meta.replaces.while}\` is true.`
    : `A change away from \`${JSON.stringify(meta.replaces.from)}\` replaces the object.`;
};

/** A documentation comment; `*` and `/` never meet inside. */
export const docComment = (lines: readonly string[], indent: string): readonly string[] => {
  const safe = lines.map((line) => line.replaceAll('*/', '*\u200b/').replaceAll('\n', ' '));
  return safe.length === 1
    ? [`${indent}/** ${safe[0]} */`]
    : [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
};

/** The documentation of an attribute in the configuration. */
export const attributeDoc = (meta: AttributeMeta): readonly string[] =>
  [
    meta.doc,
    typeLine(meta),
    meta.mode === 'computed' ? '' : replacementLine(meta),
    meta.writeOnly ? 'Write-only: never stored in plan or state.' : meta.sensitive ? 'Sensitive: it is kept in the state.' : '',
    meta.deprecated === undefined ? '' : `@deprecated ${meta.deprecated}`,
  ].filter(Boolean);

/** The documentation of its getter. */
export const getterDoc = (meta: AttributeMeta): readonly string[] => [
  meta.doc,
  ...(meta.deprecated === undefined ? [] : [`@deprecated ${meta.deprecated}`]),
];

export const classDoc = (type: string, meta: ConstructMeta): readonly string[] => [
  meta.doc,
  '',
  `\`${type}\``,
  ...(meta.rules.length > 0 ? ['', 'Rules:', ...meta.rules.map((rule) => `- ${rule}`)] : []),
  ...(meta.deprecated === undefined ? [] : ['', `@deprecated ${meta.deprecated}`]),
];
