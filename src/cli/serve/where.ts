import { resolve } from 'node:path';

export interface Kept { readonly data?: string; readonly inMemory?: boolean; readonly postgres?: string }

/** The store's address, as openStore takes it. */
export const storeOf = ({ data = '.slipway/data', inMemory, postgres }: Kept): string =>
  postgres ?? (inMemory ? 'memory' : resolve(data));

/** The same for people: never a password. */
export const storeWords = (kept: Kept): string => {
  if (kept.postgres === undefined) return kept.inMemory ? 'in memory; gone when this ends' : storeOf(kept);
  try {
    const { hostname, port, pathname } = new URL(kept.postgres);
    return `PostgreSQL at ${hostname}${port && `:${port}`}${pathname}`;
  } catch { return 'PostgreSQL'; }
};
