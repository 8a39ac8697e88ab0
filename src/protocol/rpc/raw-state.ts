import { decodeStored, parseJson } from '../cty/json.ts';
import { configType } from '../cty/type.ts';
import type { BlockSchema } from '@slipway/declarations/block-schema';
import type { JsonValue } from '../provider-server.ts';

interface RawStateValue {
  readonly json?: Uint8Array;
  readonly flatmap?: ReadonlyMap<string, string>;
}

/** Whether an engine sent no state, or null. */
export const hasNoState = (raw: RawStateValue | undefined): boolean =>
  !raw?.flatmap?.size && (!raw?.json?.length || Buffer.from(raw.json).toString('utf8') === 'null');

/** Parses the object in a state file of any version of the schema. */
export const parseRawState = (raw: RawStateValue | undefined, type: string): { readonly [name: string]: JsonValue } => {
  if (raw?.json === undefined || raw.json.length === 0) {
    if (raw?.flatmap !== undefined && raw.flatmap.size > 0) {
      throw new Error(
        `the state of ${type} is in the flat form of Terraform 0.11; ` +
          'run "terraform apply" with Terraform 0.12 once, or import the object anew',
      );
    }
    throw new Error(`the engine sent no state for ${type}`);
  }
  const value = parseJson(Buffer.from(raw.json).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`the stored state of ${type} is not a JSON object`);
  return value as { readonly [name: string]: JsonValue };
};

/** Unwraps attributes with values of dynamic type from the format of a state file; the current schema says which they are. */
export const unwrapDynamicValues = (
  state: { readonly [name: string]: JsonValue },
  schema: BlockSchema,
): { readonly [name: string]: JsonValue } => {
  const [, types] = configType(schema) as readonly ['object', { readonly [name: string]: Parameters<typeof decodeStored>[1] }];
  return Object.fromEntries(
    Object.entries(state).map(([name, value]) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      return [name, type !== undefined && JSON.stringify(type).includes('"dynamic"') ? (decodeStored(value, type) as JsonValue) : value];
    }),
  );
};
