import { type Attributes, isAbsent, isUnknown, type Values } from '@slipway/declarations/declare';
import { registerSecret } from '../redaction/secret-registry.ts';

/** Registers the values of sensitive, secret and write-only attributes, so that no error repeats what a service echoes. */
export const registerSecrets = (attributes: Attributes, values: Values | null): void => {
  if (values === null) return;
  for (const [name, { sensitive, secret, writeOnly, kind }] of Object.entries(attributes)) {
    const value = values[name];
    if (isAbsent(value) || isUnknown(value)) continue;
    if (sensitive || secret || writeOnly) registerSecret(value);
    else if (kind.members) registerSecrets(kind.members, value as Values);
    else if (kind.item?.members) Object.values(value as object).forEach((item) => registerSecrets(kind.item!.members!, item as Values));
  }
};
