import { registerSecret } from '../client/contract/secrets.ts';
import { type Attributes, isAbsent, isUnknown, type Values } from '../declare/index.ts';

const registerAll = (value: unknown): void => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(registerAll);
  else registerSecret(value);
};

/** Registers what is sensitive, secret or write-only with the client, so that a service that echoes it is not repeated. */
export const registerSecrets = (attributes: Attributes, values: Values | null): void => {
  if (values === null) return;
  for (const [name, { sensitive, secret, writeOnly, kind }] of Object.entries(attributes)) {
    const value = values[name];
    if (isAbsent(value) || isUnknown(value)) continue;
    if (sensitive || secret || writeOnly) registerAll(value);
    else if (kind.members) registerSecrets(kind.members, value as Values);
    else if (kind.item?.members) Object.values(value as object).forEach((item) => registerSecrets(kind.item!.members!, item as Values));
  }
};
