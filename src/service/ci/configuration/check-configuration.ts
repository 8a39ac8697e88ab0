import { type Compiled, compile, deprecations, faults } from '@slipway/schema-tools';
import { isObject, unescapePointerToken } from '@slipway/schema-tools/json';
import type { ConfigurationFinding } from './configuration-diagnostic.ts';
import { configurationSchema } from './schema/index.ts';

let compiledSchema: Promise<Compiled> | undefined;
const loadSchema = (): Promise<Compiled> => (compiledSchema ??= compile(configurationSchema));

export interface SchemaCheck {
  readonly faults: readonly ConfigurationFinding[];
  readonly deprecations: readonly ConfigurationFinding[];
}

/** A command can have the name of a step type: then the schema of that type does not apply. */
const createOverrideTest = (value: unknown): ((pointer: string) => boolean) => {
  const commands = new Set(isObject(value) && isObject(value['commands']) ? Object.keys(value['commands']) : []);
  const isCommand = (steps: readonly string[], index: number): boolean =>
    (steps[index - 2] ?? '').endsWith('steps') && /^\d+$/.test(steps[index - 1] ?? '') && commands.has(unescapePointerToken(steps[index]!));
  return (pointer) => {
    const steps = pointer.split('/');
    return commands.size > 0 && steps.some((_, index) => isCommand(steps, index));
  };
};

/** Checks a value against the schema of configurations. */
export async function checkConfiguration(value: unknown): Promise<SchemaCheck> {
  const isOverridden = createOverrideTest(value);
  const marks = (lookup: readonly { readonly pointer: string; readonly message: string }[]) =>
    lookup.filter(({ pointer }) => !isOverridden(pointer)).map(({ pointer, message }) => ({ pointer, message }));
  return { faults: marks(faults(await loadSchema(), value)), deprecations: marks(deprecations(await loadSchema(), value)) };
}
