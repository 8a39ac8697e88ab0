import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { forgetContext } from '../forget.ts';
import { paged } from '../page.ts';
import { ok, said, unlessTaken } from '../replies.ts';
import type { Context } from '../stored.ts';
import { contextHere, contextRead } from './here.ts';
import { contextSent, ownerAsked } from './owner.ts';

const render = ({ id, body }: StoredRecord<Context>) => ({ id, name: body.name, created_at: body.createdAt });

export const routes = [
  route('GET /context', async (asking: RequestContext) => {
    const owner = await ownerAsked(asking);
    return paged<Context>(asking, { kind: 'ci-contexts', scope: owner.id }, (records) => records.map(render));
  }),
  route('POST /context', async (asking) => {
    const { name, owner } = await contextSent(asking);
    const id = asking.newId('uuid');
    return ok(render(await unlessTaken(`the context "${name}" is there already`, asking.tx.insert<Context>({
      id, kind: 'ci-contexts', scope: owner.id, key: name, name, body: { name, owner, createdAt: asking.clock.now().toISOString() },
    }))));
  }),
  route('GET /context/{context-id}', async (asking) => ok(render(await contextRead(asking)))),
  route('DELETE /context/{context-id}', async (asking) => {
    await forgetContext(asking.tx, (await contextHere(asking)).id);
    return said('Context deleted.');
  }),
];
