import { boolField, bytesField, intField, repeatedField, messageField, stringField } from '../protobuf/field.ts';
import { type Message, defineMessage } from '../protobuf/message.ts';

export interface AttributeMessage {
  name: string;
  type: Uint8Array;
  description: string;
  description_kind: number;
  required: boolean;
  optional: boolean;
  computed: boolean;
  sensitive: boolean;
  write_only: boolean;
  deprecated: boolean;
  deprecation_message: string;
  nested_type: Partial<NestedMessage> | undefined;
}
/** nesting: 1 single, 2 list, 3 set, 4 map. */
export interface NestedMessage {
  attributes: readonly Partial<AttributeMessage>[];
  nesting: number;
}

const Nested: Message<NestedMessage> = defineMessage({
  attributes: repeatedField(1, (): Message<AttributeMessage> => SchemaAttributeMessage),
  nesting: intField(3),
});

export const SchemaAttributeMessage: Message<AttributeMessage> = defineMessage({
  name: stringField(1),
  type: bytesField(2),
  description: stringField(3),
  required: boolField(4),
  optional: boolField(5),
  computed: boolField(6),
  sensitive: boolField(7),
  description_kind: intField(8),
  deprecated: boolField(9),
  nested_type: messageField(10, Nested),
  write_only: boolField(11),
  deprecation_message: stringField(12),
});

const Block = defineMessage({
  version: intField(1),
  attributes: repeatedField(2, SchemaAttributeMessage),
  description: stringField(4),
  description_kind: intField(5),
  deprecated: boolField(6),
  deprecation_message: stringField(7),
  /** Whether the provider may fill in a nested block (protocol 6.11); our schemas have no blocks. */
  computed: boolField(8),
});
export const SchemaMessage = defineMessage({ version: intField(1), block: messageField(2, Block) });
export const ActionSchemaMessage = defineMessage({ schema: messageField(1, SchemaMessage) });

const IdentityAttribute = defineMessage({
  name: stringField(1),
  type: bytesField(2),
  required_for_import: boolField(3),
  optional_for_import: boolField(4),
  description: stringField(5),
});
export const IdentitySchemaMessage = defineMessage({ version: intField(1), identity_attributes: repeatedField(2, IdentityAttribute) });

const ParameterMessage = defineMessage({
  name: stringField(1),
  type: bytesField(2),
  allow_null_value: boolField(3),
  allow_unknown_values: boolField(4),
  description: stringField(5),
  description_kind: intField(6),
});
const Return = defineMessage({ type: bytesField(1) });
export const FunctionMessage = defineMessage({
  parameters: repeatedField(1, ParameterMessage),
  variadic_parameter: messageField(2, ParameterMessage),
  return: messageField(3, Return),
  summary: stringField(4),
  description: stringField(5),
  description_kind: intField(6),
  deprecation_message: stringField(7),
});
