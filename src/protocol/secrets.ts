import { keepSecret } from './redact.ts';
import type { Schema, SchemaAttribute, Values } from './server.ts';

/** Shorter texts are left alone: hiding every `true` would hide what happened, and hides no secret. */
const shortest = 8;

interface Attributes { readonly [name: string]: SchemaAttribute }

const holds = (one: SchemaAttribute): boolean =>
  one.sensitive === true || one.writeOnly === true || (one.nested !== undefined && Object.values(one.nested.attributes).some(holds));

const keepAll = (value: unknown): void => {
  if (typeof value === 'string') { if (value.length >= shortest) keepSecret(value); }
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) keepAll(one);
};

const learn = (attributes: Attributes, values: Values): void => {
  for (const [name, one] of Object.entries(attributes)) {
    const value = values[name];
    if (typeof value !== 'object' && typeof value !== 'string' || value === null || !holds(one)) continue;
    if (one.sensitive === true || one.writeOnly === true) keepAll(value);
    else if (one.nested !== undefined && typeof value === 'object') {
      const inner = one.nested.nesting === 'single' ? [value] : Object.values(value);
      for (const object of inner) if (typeof object === 'object' && object !== null) learn(one.nested.attributes, object as Values);
    }
  }
};

/** Registers the texts of sensitive and write-only attributes, so that a message which quotes one never shows it. */
export const learnSecrets = (schema: Schema, values: Values): void => learn(schema.attributes, values);
