import { bool, bytes, int, list, one, string } from '../protobuf/field.ts';
import { type Message, message } from '../protobuf/message.ts';

export interface AttributeMessage {
  name: string; type: Uint8Array; description: string; description_kind: number;
  required: boolean; optional: boolean; computed: boolean; sensitive: boolean; write_only: boolean;
  deprecated: boolean; deprecation_message: string;
  nested_type: Partial<NestedMessage> | undefined;
}
/** nesting: 1 single, 2 list, 3 set, 4 map. */
export interface NestedMessage { attributes: readonly Partial<AttributeMessage>[]; nesting: number }

const Nested: Message<NestedMessage> = message({ attributes: list(1, (): Message<AttributeMessage> => SchemaAttributeMessage), nesting: int(3) });

export const SchemaAttributeMessage: Message<AttributeMessage> = message({
  name: string(1), type: bytes(2), description: string(3), required: bool(4), optional: bool(5), computed: bool(6), sensitive: bool(7),
  description_kind: int(8), deprecated: bool(9), nested_type: one(10, Nested), write_only: bool(11), deprecation_message: string(12),
});

const Block = message({
  version: int(1), attributes: list(2, SchemaAttributeMessage), description: string(4), description_kind: int(5),
  deprecated: bool(6), deprecation_message: string(7),
});
export const SchemaMessage = message({ version: int(1), block: one(2, Block) });
export const ActionSchemaMessage = message({ schema: one(1, SchemaMessage) });

const IdentityAttribute = message({
  name: string(1), type: bytes(2), required_for_import: bool(3), optional_for_import: bool(4), description: string(5),
});
export const IdentitySchemaMessage = message({ version: int(1), identity_attributes: list(2, IdentityAttribute) });

const ParameterMessage = message({
  name: string(1), type: bytes(2), allow_null_value: bool(3), allow_unknown_values: bool(4), description: string(5), description_kind: int(6),
});
const Return = message({ type: bytes(1) });
export const FunctionMessage = message({
  parameters: list(1, ParameterMessage), variadic_parameter: one(2, ParameterMessage), return: one(3, Return),
  summary: string(4), description: string(5), description_kind: int(6), deprecation_message: string(7),
});
