import { bytesField, intField, repeatedField, optionalIntField, optionalStringField } from '../protobuf/field.ts';
import { stringMapField } from '../protobuf/map.ts';
import { defineMessage } from '../protobuf/message.ts';

/** A value in one of two encodings; engines send and expect msgpack. */
export const DynamicValue = defineMessage({ msgpack: bytesField(1), json: bytesField(2) });

/** A stored object as the state file holds it; the flat form is older than any state of ours. */
export const RawState = defineMessage({ json: bytesField(1), flatmap: stringMapField(2) });

/** Exactly one of the three is set. */
export const PathStepMessage = defineMessage({
  attribute_name: optionalStringField(1),
  element_key_string: optionalStringField(2),
  element_key_int: optionalIntField(3),
});
export const AttributePathMessage = defineMessage({ steps: repeatedField(1, PathStepMessage) });

/** The message google.protobuf.Timestamp: `seconds` since 1970, and `nanos`. */
export const Timestamp = defineMessage({ seconds: intField(1), nanos: intField(2) });
