import { type Compiled, compile, deprecations, faults } from '@slipway/schema-tools';
import { isObject, unescapePointerToken } from '@slipway/schema-tools/json';
import type { ConfigurationFinding } from './configuration-diagnostic.ts';
import type { ConfigurationSchema } from './schema/schema-builders.ts';
import { configurationSchema, orbSchema } from './schema/index.ts';

const compiledSchemas = new Map<ConfigurationSchema, Promise<Compiled>>();
const loadSchema = (schema: ConfigurationSchema): Promise<Compiled> => {
  const known = compiledSchemas.get(schema) ?? compile(schema);
  compiledSchemas.set(schema, known);
  return known;
};

export interface SchemaCheck {
  readonly faults: readonly ConfigurationFinding[];
  readonly deprecations: readonly ConfigurationFinding[];
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** The commands in scope at a pointer: those of the innermost inline orb that contains it, or of the document. */
const commandsAt = (root: unknown, tokens: readonly string[]): unknown => {
  let [scope, index] = [root, 1];
  for (; tokens[index] === 'orbs' && tokens.length > index + 2; index += 2) scope = memberOf(memberOf(scope, 'orbs'), tokens[index + 1]!);
  return memberOf(scope, 'commands');
};

/** A command can have the name of a step type: then the schema of that type does not apply. */
const createOverrideTest = (value: unknown): ((pointer: string) => boolean) => {
  const isStep = (tokens: readonly string[], index: number): boolean =>
    (/^\d+$/.test(tokens[index - 1] ?? '') ? tokens[index - 2] : tokens[index - 1])?.endsWith('steps') === true;
  return (pointer) => {
    const tokens = pointer.split('/').map(unescapePointerToken);
    const commands = commandsAt(value, tokens);
    return isObject(commands) && tokens.some((token, index) => Object.hasOwn(commands, token) && isStep(tokens, index));
  };
};

const check = async (schema: ConfigurationSchema, value: unknown): Promise<SchemaCheck> => {
  const isOverridden = createOverrideTest(value);
  const marks = (lookup: readonly { readonly pointer: string; readonly message: string }[]) =>
    lookup.filter(({ pointer }) => !isOverridden(pointer)).map(({ pointer, message }) => ({ pointer, message }));
  const compiled = await loadSchema(schema);
  return { faults: marks(faults(compiled, value)), deprecations: marks(deprecations(compiled, value)) };
};

/** Checks a value against the schema of configurations. */
export const checkConfiguration = (value: unknown): Promise<SchemaCheck> => check(configurationSchema, value);
/** Checks a value against the schema of orbs. */
export const checkOrb = (value: unknown): Promise<SchemaCheck> => check(orbSchema, value);
