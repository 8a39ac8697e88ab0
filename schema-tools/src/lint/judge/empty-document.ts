import type { Source, SourceDocument } from '../../documents/source.ts';
import { type Compiled, faults, isValid } from '../../index.ts';

/** Blank, a comment, a directive or a mark of a document. */
const emptyLine = /^\uFEFF?[ \t]*(?:[#%][^]*|---(?:[ \t]+#[^]*)?|\.\.\.)?[ \t]*$/;

/** Whether a YAML text consists of comments and document markers only. */
const isEmpty = ({ format, text, documents, faults: syntax }: Source): boolean =>
  format === 'yaml' &&
  documents.length <= 1 &&
  (documents[0]?.value ?? null) === null &&
  syntax.length === 0 &&
  text.split(/\r\n?|\n/).every((line) => emptyLine.test(line));

const start = { start: 0, end: 0 };
const emptyDocument: SourceDocument = {
  value: null,
  locate: (pointers) =>
    new Map([...pointers].filter((pointer) => pointer === '').map((pointer) => [pointer, { key: start, value: start }])),
  rename: () => undefined,
};

/** A source in which a YAML text without content has one document, null, as programs read it. Other sources are returned unchanged. */
export const withEmptyDocument = (source: Source): Source => (isEmpty(source) ? { ...source, documents: [emptyDocument] } : source);

export const isEmptyDocument = (document: SourceDocument | undefined): boolean => document === emptyDocument;

/** Values that are neither null nor an object: a schema that accepts all of them constrains only objects. */
const otherValues: readonly unknown[] = [true, 0, '', []];

/**
 * What a file without content is evaluated as. Programs read it as null or as an object without members, so it is valid where its schema
 * accepts either; null counts only if the schema means it, and not if it accepts everything that is no object.
 */
export const emptyValue = (compiled: Compiled): unknown => {
  const acceptsNull = isValid(compiled, null) && !otherValues.every((value) => isValid(compiled, value));
  if (acceptsNull) return null;
  return faults(compiled, {}).some(({ pointer, keyword }) => pointer === '' && keyword === 'type') ? null : {};
};
