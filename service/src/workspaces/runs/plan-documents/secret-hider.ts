import { toSecretNumber } from '../../../runner/mask/number-forms.ts';
import { createMasks, TooManySecrets } from '../../../runner/mask/output-mask.ts';
import { listSecretLeaves, type SecretValue } from '../../../runner/mask/secret-leaves.ts';

/** Finds secrets in the values of a document. */
export interface SecretHider {
  /** The text with a mask in the place of each secret. */
  hideText(text: string): string;
  isSecretNumber(value: number): boolean;
}

/** For documents without secrets. */
export const hidesNothing: SecretHider = { hideText: (text) => text, isSecretNumber: () => false };

/** For documents whose secrets are not known: hides every value. */
export const hidesEverything: SecretHider = { hideText: () => '****', isSecretNumber: () => true };

/** Creates a hider of these secrets. Throws TooManySecrets. */
export const createSecretHider = (secrets: readonly SecretValue[]): SecretHider => {
  if (secrets.length === 0) return hidesNothing;
  const createMask = createMasks(secrets);
  const numbers = new Set(secrets.flatMap(listSecretLeaves).map(({ text }) => toSecretNumber(text)));
  return {
    hideText: (text) => {
      const mask = createMask();
      return Buffer.concat([mask.push(Buffer.from(text)), mask.end()]).toString('utf8');
    },
    isSecretNumber: (value) => numbers.has(Math.abs(value)),
  };
};

/** Creates a hider of these secrets; if they are too many to search for, it hides everything. */
export const createForgivingHider = (secrets: readonly SecretValue[]): SecretHider => {
  try {
    return createSecretHider(secrets);
  } catch (error) {
    if (error instanceof TooManySecrets) return hidesEverything;
    throw error;
  }
};
