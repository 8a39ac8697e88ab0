import { type Attribute, type Attributes, serviceDefault } from '../declare/index.ts';

/** Attributes that the engine moves by itself: the visible revisions of write-only ones. */
export const revisionAttributes = (attributes: Attributes): ReadonlySet<string> =>
  new Set(
    Object.values(attributes)
      .map((attribute) => attribute.writeOnly?.revision)
      .filter((name) => name !== undefined),
  );

/** Whether silence in the configuration may still end in a value that the plan or the service fills in. */
export const canBeComputed = (attribute: Attribute, isRevision: boolean): boolean =>
  attribute.mode === 'computed' ||
  (attribute.mode === 'optional' &&
    attribute.writeOnly === undefined &&
    (attribute.default !== undefined ||
      attribute.changesWith !== undefined ||
      attribute.inherits !== undefined ||
      isRevision ||
      attribute.renamedFrom !== undefined ||
      attribute.formerNameOf !== undefined));

/** The sentence about silence, or nothing where silence means null. */
export const describeDefault = (attribute: Attribute): string => {
  if (attribute.mode !== 'optional') return '';
  if (attribute.default === serviceDefault) return 'The service decides unless set.';
  return attribute.default === undefined ? '' : `Default: \`${JSON.stringify(attribute.default)}\`.`;
};
