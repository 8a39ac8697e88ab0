import { type Attribute, type Attributes, isLeftAlone, serviceDefault } from '../declare/index.ts';

/** Attributes that the engine moves by itself: the visible revisions of write-only ones. */
export const revisionAttributes = (attributes: Attributes): ReadonlySet<string> =>
  new Set(
    Object.values(attributes)
      .map((attribute) => attribute.writeOnly?.revision)
      .filter((name) => name !== undefined),
  );

/** Whether the plan or the service may fill in a value that is not configured. */
export const canBeComputed = (attribute: Attribute, isRevision: boolean): boolean =>
  attribute.mode === 'computed' ||
  (attribute.mode === 'optional' &&
    attribute.writeOnly === undefined &&
    (attribute.default !== undefined ||
      attribute.changesWith !== undefined ||
      attribute.inherits !== undefined ||
      attribute.returned !== undefined ||
      isRevision ||
      attribute.renamedFrom !== undefined ||
      attribute.formerNameOf !== undefined));

export const leftAloneSentence = 'Left alone when unset.';

/** The sentence about the default; empty if there is none. */
export const describeDefault = (attribute: Attribute): string => {
  if (attribute.mode !== 'optional') return '';
  if (isLeftAlone(attribute)) return leftAloneSentence;
  if (attribute.default === serviceDefault) return 'The service decides unless set.';
  return attribute.default === undefined ? '' : `Default: \`${JSON.stringify(attribute.default)}\`.`;
};
