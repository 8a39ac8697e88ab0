import type { StateOutput } from '../../workspaces/stored.ts';
import { hideValues } from './redact-values.ts';
import type { SecretHider } from './secret-hider.ts';

const hasSecret = (hider: SecretHider, value: unknown): boolean => JSON.stringify(hideValues(hider, value)) !== JSON.stringify(value);

/** Marks outputs that contain a secret of the run as sensitive, even if the configuration does not. */
export const markSecretOutputs = (hider: SecretHider, outputs: readonly StateOutput[]): readonly StateOutput[] =>
  outputs.map((output) => (!output.sensitive && hasSecret(hider, output.value) ? { ...output, sensitive: true } : output));
