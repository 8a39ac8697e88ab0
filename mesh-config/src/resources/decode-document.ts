import { isObject } from './document-node.ts';
import { findKindByCollection } from './kinds/kinds.ts';
import { getMessageType } from './messages/message-types.ts';
import { parseMessageJson } from './messages/parse-message-json.ts';
import type { RuleViolation } from './rules/rule.ts';

/** A document whose spec has one spelling, and why its message cannot carry it. Pointers (RFC 6901) begin at the document. */
export interface DecodedDocument {
  readonly document: unknown;
  pointerAsWritten(pointer: string): string;
  /** The document as written. */
  readonly faults: readonly RuleViolation[];
  /** Whether the server can serve the document. */
  readonly isServed: boolean;
}

const specPointer = '/spec';
/** Messages of kinds that are served as a Struct. */
const validatedAs: Readonly<Record<string, string>> = {
  'istio/config/v1alpha2/adapters': 'istio.mixer.adapter.model.v1beta1.Info',
  'istio/config/v1alpha2/templates': 'istio.mixer.adapter.model.v1beta1.Template',
};
/** Kinds in which a field that their message does not have is an error. */
const strictCollections: ReadonlySet<string> = new Set([
  ...Object.keys(validatedAs),
  'istio/policy/v1beta1/attributemanifests',
  'istio/policy/v1beta1/handlers',
  'istio/policy/v1beta1/instances',
  'istio/policy/v1beta1/rules',
]);

const lastStepOf = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** Decodes the spec of a document by the function that the server serves it with. Kinds without a message are left as they are. */
export const decodeDocument = (collection: string, document: unknown): DecodedDocument => {
  const served = findKindByCollection(collection)?.message;
  const message = served ?? validatedAs[collection];
  const spec = isObject(document) ? document['spec'] : undefined;
  if (message === undefined || spec === undefined || spec === null)
    return { document, pointerAsWritten: (pointer) => pointer, faults: [], isServed: true };
  const parsed = parseMessageJson(getMessageType(message), spec);
  const { value, pointerAsWritten, unknown } = parsed.canonical;
  const faults = 'faults' in parsed ? parsed.faults.map(({ fault, pointer }) => ({ pointer: specPointer + pointer, message: fault })) : [];
  const unknownFields = strictCollections.has(collection)
    ? unknown.map((pointer) => ({ pointer: specPointer + pointer, message: `unknown field ${JSON.stringify(lastStepOf(pointer))}` }))
    : [];
  return {
    document: { ...(document as object), spec: value },
    pointerAsWritten: (pointer) =>
      pointer.startsWith(`${specPointer}/`) ? specPointer + pointerAsWritten(pointer.slice(specPointer.length)) : pointer,
    faults: [...faults, ...unknownFields],
    isServed: served === undefined || faults.length === 0,
  };
};
