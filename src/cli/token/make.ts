import { existsSync } from 'node:fs';
import { identityChanged } from '../../service/identity.ts';
import { newId } from '../../service/new-id.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { Transaction } from '../../service/store/store.ts';
import { newSecret, newToken } from '../../service/workspaces/founding.ts';
import { CliFault } from '../fault.ts';
import { storeOf, type Kept } from '../serve/where.ts';
import type { TokenWanted } from './owner.ts';

/** The owner as tokens name it; throws when there is none of that name. */
async function ownerIn(tx: Transaction, { for: { kind, name }, organization }: TokenWanted): Promise<{ kind: 'user' | 'team' | 'organization'; id: string }> {
  const found = await tx.byKey(`${kind}s`, kind === 'team' ? organization : '', name);
  if (!found) throw new CliFault(`There is no ${kind} '${name}'${kind === 'team' ? ` in the organization '${organization}'` : ''}.`);
  return { kind, id: kind === 'organization' ? name : found.id };
}

/** Makes a token in a store that no service holds open (or in PostgreSQL, where many may). An organization's and a team's old token goes. */
export async function makeToken(wanted: TokenWanted & Kept): Promise<string> {
  const where = storeOf(wanted);
  if (wanted.postgres === undefined && !existsSync(where)) throw new CliFault(`${where} is not there: start \`slipway serve\` once, or pass --data, --postgres or --address.`);
  const store = await openStore(where);
  try {
    const secret = newSecret();
    await store.write(async (tx) => {
      const owner = await ownerIn(tx, wanted);
      if (owner.kind !== 'user') {
        const { records } = await tx.list({ kind: 'tokens', body: [{ path: 'owner.kind', is: owner.kind }, { path: 'owner.id', is: owner.id }] });
        for (const { id } of records) await tx.delete('tokens', id);
      }
      await newToken(tx, { clock: { now: () => new Date() }, newId }, { secret, owner, description: wanted.description, expiresAt: wanted.expires ?? null });
      await identityChanged(tx);
    });
    return secret;
  } finally { await store.close(); }
}
