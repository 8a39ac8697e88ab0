import { intField } from '../../protobuf/field.ts';
import { defineMessage } from '../../protobuf/message.ts';

/** The place of a chunk in the state: its first and its last byte, counted from 0. */
export const StateRange = defineMessage({ start: intField(1), end: intField(2) });
