import { bytes, int, list, presentInt, presentString } from '../protobuf/field.ts';
import { mapOfStrings } from '../protobuf/map.ts';
import { message } from '../protobuf/message.ts';

/** A value in one of two encodings; engines send and expect msgpack. */
export const DynamicValue = message({ msgpack: bytes(1), json: bytes(2) });

/** A stored object as the state file holds it; the flat form is older than any state of ours. */
export const RawState = message({ json: bytes(1), flatmap: mapOfStrings(2) });

/** Exactly one of the three is set. */
export const PathStep = message({ attribute_name: presentString(1), element_key_string: presentString(2), element_key_int: presentInt(3) });
export const AttributePath = message({ steps: list(1, PathStep) });

/** google.protobuf.Timestamp */
export const Timestamp = message({ seconds: int(1), nanos: int(2) });
