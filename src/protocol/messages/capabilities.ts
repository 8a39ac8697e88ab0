import { boolField, intField, messageField } from '../protobuf/field.ts';
import { type Message, defineMessage } from '../protobuf/message.ts';
import type { CallContext, Deferrable } from '../provider-server.ts';
import { DynamicValue } from './value.ts';

export const ClientCapabilities = defineMessage({
  deferral_allowed: boolField(1),
  write_only_attributes_allowed: boolField(2),
  /** Protocol 6.11. Nothing here depends on it: what a plan keeps follows from what it is given (decision 167). */
  store_planned_private: boolField(3),
  /** Protocol 6.11. No schema of ours has blocks. */
  computed_blocks_allowed: boolField(4),
});
type ReceivedCapabilities = typeof ClientCapabilities extends Message<infer T> ? Partial<T> : never;

/** The call as the provider sees it. */
export const withCapabilities = ({ signal, abandoned }: CallContext, received: ReceivedCapabilities | undefined): CallContext => ({
  signal,
  ...(abandoned === undefined ? {} : { abandoned }),
  deferralAllowed: received?.deferral_allowed === true,
});

/** Why the engine has to ask again in a later run; reasons 3 (absent prerequisite) and 0 (unknown) are not used here. */
export const DeferredMessage = defineMessage({ reason: intField(1) });
const deferralReasons = { 'resource-config-unknown': 1, 'provider-config-unknown': 2 } as const;

export const encodeDeferral = ({ deferred }: Deferrable): { readonly reason: number } | undefined =>
  deferred && { reason: deferralReasons[deferred] };

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
