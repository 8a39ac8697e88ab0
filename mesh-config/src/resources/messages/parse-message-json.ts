import { type DescMessage, fromJson, type JsonValue, type Message } from '@bufbuild/protobuf';
import { adaptJson } from './adapt-json.ts';
import { canonicalizeJson, type CanonicalJson } from './canonical-json.ts';
import { type DecodeFault, findDecodeFaults } from './decode-faults.ts';

/** A message, or everything that cannot be decoded, at the pointers as written; and its JSON in one spelling. */
export type ParsedMessage = { readonly canonical: CanonicalJson } & (
  | { readonly message: Message }
  | { readonly faults: readonly [DecodeFault, ...DecodeFault[]] }
);

/**
 * Reads the JSON of a message by the mapping of proto3, with both names of each field. Unknown fields are tolerated and listed in
 * `canonical.unknown`; a wrong type, and a name that an enumeration does not have, are faults.
 */
export const parseMessageJson = (type: DescMessage, json: unknown): ParsedMessage => {
  const canonical = canonicalizeJson(type, json);
  const adapted = adaptJson(type, canonical.value);
  try {
    return { message: fromJson(type, adapted as JsonValue), canonical };
  } catch {
    const [first, ...rest] = findDecodeFaults(type, adapted).map(({ fault, pointer }) => ({
      fault,
      pointer: canonical.pointerAsWritten(pointer),
    }));
    return { canonical, faults: [first ?? { fault: `it cannot be read as ${type.typeName}`, pointer: '' }, ...rest] };
  }
};
