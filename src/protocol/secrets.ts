import { registerSecret } from '../redaction/secret-registry.ts';
import type { BlockSchema, SchemaAttribute } from '@slipway/declarations/block-schema';
import type { ProtocolValues } from './provider-server.ts';

interface SchemaAttributes {
  readonly [name: string]: SchemaAttribute;
}

const hasSecret = (one: SchemaAttribute): boolean =>
  one.sensitive === true || one.writeOnly === true || (one.nested !== undefined && Object.values(one.nested.attributes).some(hasSecret));

const registerSensitiveMembers = (attributes: SchemaAttributes, values: ProtocolValues): void => {
  for (const [name, one] of Object.entries(attributes)) {
    const value = values[name];
    if ((typeof value !== 'object' && typeof value !== 'string') || value === null || !hasSecret(one)) continue;
    if (one.sensitive === true || one.writeOnly === true) registerSecret(value);
    else if (one.nested !== undefined && typeof value === 'object') {
      const inner = one.nested.nesting === 'single' ? [value] : Object.values(value);
      for (const object of inner)
        if (typeof object === 'object' && object !== null) registerSensitiveMembers(one.nested.attributes, object as ProtocolValues);
    }
  }
};

/** Registers the texts of sensitive and write-only attributes, so that a message which quotes one never shows it. */
export const registerSensitiveValues = (schema: BlockSchema, values: ProtocolValues): void =>
  registerSensitiveMembers(schema.attributes, values);
