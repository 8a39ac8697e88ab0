import { changeIdentityVersion } from '@slipway/service/access/identity-version';
import { newId } from '@slipway/service/store/new-id';
import { readControlFile } from '@slipway/service/control/control-file';
import { StoreUnavailable } from '@slipway/service/store/failures';
import type { Store, Transaction } from '@slipway/service/store/store';
import { generateTokenSecret, createApiToken } from '@slipway/service/workspaces/organizations/bootstrap';
import { CliError } from '../cli-error.ts';
import { openExistingStore } from '../existing-store.ts';
import type { MasterKeyOptions } from '../master-key-options.ts';
import { storeAddress, type StoreOptions } from '../serve/store-address.ts';
import type { TokenOptions } from './token-options.ts';

/** The owner as stored tokens refer to it; throws if there is none of that name. */
async function findOwner(
  tx: Transaction,
  { for: { kind, name }, organization }: TokenOptions,
): Promise<{ kind: 'user' | 'team' | 'organization'; id: string }> {
  const found = await tx.getByKey(`${kind}s`, kind === 'team' ? organization : '', name);
  if (!found) throw new CliError(`There is no ${kind} '${name}'${kind === 'team' ? ` in the organization '${organization}'` : ''}.`);
  return { kind, id: kind === 'organization' ? name : found.id };
}

/** Opens the store; where a service holds it open, its address is what the person needs. */
async function openStoreOfTokens(options: StoreOptions & MasterKeyOptions): Promise<Store> {
  try {
    return await openExistingStore(options, 'pass --data, --postgres or --address');
  } catch (error) {
    const access = error instanceof StoreUnavailable && options.postgres === undefined ? readControlFile(storeAddress(options)) : undefined;
    if (access === undefined || access === 'damaged') throw error;
    throw new CliError(`A running service uses ${storeAddress(options)}: pass --address ${access.address}, or stop it.`);
  }
}

/**
 * Makes a token in a store that no service holds open (or in PostgreSQL, where many may). An organization's and a team's old token goes.
 */
export async function createToken(options: TokenOptions & StoreOptions & MasterKeyOptions): Promise<string> {
  const store = await openStoreOfTokens(options);
  try {
    const secret = generateTokenSecret();
    await store.write(async (tx) => {
      const owner = await findOwner(tx, options);
      if (owner.kind !== 'user') {
        const { records } = await tx.list({
          kind: 'tokens',
          body: [
            { path: 'owner.kind', is: owner.kind },
            { path: 'owner.id', is: owner.id },
          ],
        });
        for (const { id } of records) await tx.delete('tokens', id);
      }
      await createApiToken(
        tx,
        { clock: { now: () => new Date() }, newId },
        { secret, owner, description: options.description, expiresAt: options.expires ?? null },
      );
      await changeIdentityVersion(tx);
    });
    return secret;
  } finally {
    await store.close();
  }
}
