import { isObject } from './document-node.ts';
import { findKindByCollection } from './kinds/kinds.ts';
import { getMessageType } from './messages/message-types.ts';
import { parseMessageJson } from './messages/parse-message-json.ts';
import type { RuleViolation } from './rules/rule.ts';

/** A document whose spec has one spelling, and why its message cannot carry it. Pointers (RFC 6901) begin at the document. */
export interface DecodedDocument {
  readonly document: unknown;
  pointerAsWritten(pointer: string): string;
  /** As written. With one of these, nobody is served the document. */
  readonly faults: readonly RuleViolation[];
}

const specPointer = '/spec';

/** Decodes the spec of a document by the function that the server serves it with. Kinds without a message are left as they are. */
export const decodeDocument = (collection: string, document: unknown): DecodedDocument => {
  const message = findKindByCollection(collection)?.message;
  const spec = isObject(document) ? document['spec'] : undefined;
  if (message === undefined || spec === undefined || spec === null) return { document, pointerAsWritten: (pointer) => pointer, faults: [] };
  const parsed = parseMessageJson(getMessageType(message), spec);
  const { value, pointerAsWritten } = parsed.canonical;
  return {
    document: { ...(document as object), spec: value },
    pointerAsWritten: (pointer) =>
      pointer.startsWith(`${specPointer}/`) ? specPointer + pointerAsWritten(pointer.slice(specPointer.length)) : pointer,
    faults: 'faults' in parsed ? parsed.faults.map(({ fault, pointer }) => ({ pointer: specPointer + pointer, message: fault })) : [],
  };
};
