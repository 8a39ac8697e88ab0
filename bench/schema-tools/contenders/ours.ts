import { compile, deprecations, faults, isValid } from '@slipway/schema-tools';
import type { Contender } from './contender.ts';

const schemaUri = 'urn:bench:schema';
const ourContender = (name: string, ask: (compiled: Awaited<ReturnType<typeof compile>>, instance: unknown) => unknown): Contender => ({
  name,
  async prepare({ schema, dialect, schemas }) {
    const compiled = await compile(schema, { dialect, schemas, uri: schemaUri });
    return (text) => ask(compiled, JSON.parse(text));
  },
});

/** As the gates evaluate. */
export const ours = ourContender('ours', (compiled, instance) => deprecations(compiled, instance));
/** As `slipway lint` evaluates: including whether the instance is valid, and why not. */
export const oursWithFaults = ourContender('ours, with faults', (compiled, instance) => [
  faults(compiled, instance),
  deprecations(compiled, instance),
]);
export const oursValidating = ourContender('ours, validating only', (compiled, instance) => isValid(compiled, instance));
