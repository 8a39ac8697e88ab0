import { bool, one } from '../protobuf/field.ts';
import { message } from '../protobuf/message.ts';
import { DynamicValue } from './value.ts';

export const ClientCapabilities = message({ deferral_allowed: bool(1), write_only_attributes_allowed: bool(2) });
export const ServerCapabilities = message({ plan_destroy: bool(1), get_provider_schema_optional: bool(2), move_resource_state: bool(3) });

/** Must stand in the schema answer too: engines do not read the one of GetMetadata. */
export const capabilities = { plan_destroy: true, get_provider_schema_optional: true, move_resource_state: true };

/** What names an object for ever, beside its state (protocol 6.9). */
export const IdentityData = message({ identity_data: one(1, DynamicValue) });
