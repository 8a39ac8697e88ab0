import { boolField, messageField } from '../protobuf/field.ts';
import { defineMessage } from '../protobuf/message.ts';
import { DynamicValue } from './value.ts';

export const ClientCapabilities = defineMessage({ deferral_allowed: boolField(1), write_only_attributes_allowed: boolField(2) });
export const ServerCapabilities = defineMessage({
  plan_destroy: boolField(1),
  get_provider_schema_optional: boolField(2),
  move_resource_state: boolField(3),
  /** Protocol 6.11 (Terraform 1.14). */
  generate_resource_config: boolField(4),
});

/** Must stand in the schema answer too: engines do not read the one of GetMetadata. */
export const capabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
  generate_resource_config: true,
};

/** The identity of an object, next to its state (protocol 6.9). */
export const IdentityData = defineMessage({ identity_data: messageField(1, DynamicValue) });
