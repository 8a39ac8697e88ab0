import { isRecord } from '@slipway/declarations/record';
import type { RunSecrets } from '../engine/list-run-secrets.ts';
import { createSecretHider, type SecretHider } from './secret-hider.ts';

type JsonObject = { readonly [name: string]: unknown };

const listScalars = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(listScalars)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : [];

/** The scalars of variables as the engine evaluated them. */
const listVariableScalars = (plan: JsonObject, names: readonly string[]): readonly string[] => {
  const variables = isRecord(plan['variables']) ? plan['variables'] : {};
  return names.flatMap((name) => listScalars(isRecord(variables[name]) ? variables[name]['value'] : undefined));
};

/** Hides the secrets of a run, and what their expressions result in, which its plan (`show -json`) has. Throws TooManySecrets. */
export const createPlanHider = (plan: JsonObject, { secrets, secretVariables }: RunSecrets): SecretHider =>
  createSecretHider([...secrets, ...listVariableScalars(plan, secretVariables).map((text) => ({ text }))]);
