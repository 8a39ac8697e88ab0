/** Each cell of the table of kinds of tokens, by the request of its effect. */
import { suite } from 'uvu';
import { tokenKinds, type TokenKind } from '../../../generate/rights/token-kinds.ts';
import { newId } from '../../../service/src/store/new-id.ts';
import { createApiToken } from '../../../service/src/workspaces/organizations/bootstrap.ts';
import { askTable } from './ask-table.ts';
import { createPlace, findOwner, startWorld, type Actor, type Place, type World } from './world.ts';
import { document } from '../../../service/test/documents.ts';

interface Context {
  world: World;
  owner: Actor;
  pool: string;
}
const tokens = suite<Context>('kinds of tokens');
tokens.before.each(async (context) => {
  context.world = await startWorld();
  context.owner = await findOwner(context.world);
  context.pool = (await context.world.own('POST /organizations/acme/agent-pools', document('agent-pools', { name: 'pool' }))).data.id;
});
tokens.after.each(({ world }) => world.close());

const acme = { kind: 'organization', id: 'acme' } as const;
/** How a token of the kind is made for one place; a user is the owner. */
const describeToken = (kind: Exclude<TokenKind, 'user'>, { owner, pool }: Context, workspace: string) => {
  if (kind === 'team') return { owner: { kind: 'team', id: owner.team! } } as const;
  if (kind === 'organization') return { owner: acme };
  if (kind === 'audit trail') return { owner: acme, purpose: 'audit-trails' } as const;
  if (kind === 'agent') return { owner: { kind: 'agent-pool', id: pool } } as const;
  if (kind === 'run') return { owner: acme, purpose: 'run', runWorkspace: workspace } as const;
  return { owner: { kind: 'user', id: owner.holder.id }, expiresAt: '2026-01-01T00:00:00.000Z' } as const;
};

tokens('do what their kind may do', async (context) => {
  const { world, owner } = context;
  const createPlaceFor = async (kind: TokenKind): Promise<Place> => {
    const place = await createPlace(world, owner);
    if (kind === 'user') return place;
    const secret = newId('at');
    const token = describeToken(kind, context, place.workspace);
    await world.store.write((tx) => createApiToken(tx, { clock: world.clock, newId }, { secret, ...token }));
    const holder = { ...token.owner, name: token.owner.id } as Actor['holder'];
    const actor = { ...owner, token: secret, holder };
    return { ...place, actor, ask: (row, body) => world.request(row, body, { token: secret }) };
  };
  await askTable(tokenKinds, createPlaceFor, (kind) => (kind === 'nobody' ? 401 : 404));
});

tokens.run();
