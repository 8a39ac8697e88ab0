import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { deleteContext } from './delete-context.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiContext } from './context-records.ts';
import { requireContext, requireReadableContext } from './require-context.ts';
import { parseNewContext, requireContextOwner } from './context-owner.ts';

const renderContext = ({ id, body }: StoredRecord<CiContext>) => ({ id, name: body.name, created_at: body.createdAt });

export const routes = [
  route('GET /context', async (ctx: RequestContext) => {
    const owner = await requireContextOwner(ctx);
    return renderCiRecords<CiContext>(ctx, { kind: 'ci-contexts', scope: owner.id }, (records) => records.map(renderContext));
  }),
  route('POST /context', async (ctx) => {
    const { name, owner } = await parseNewContext(ctx);
    const id = ctx.newId('uuid');
    return ciOk(
      renderContext(
        await conflictIfDuplicate(
          `the context "${name}" already exists`,
          ctx.tx.insert<CiContext>({
            id,
            kind: 'ci-contexts',
            scope: owner.id,
            key: name,
            name,
            body: { name, owner, createdAt: ctx.clock.now().toISOString() },
          }),
        ),
      ),
    );
  }),
  route('GET /context/{context-id}', async (ctx) => ciOk(renderContext(await requireReadableContext(ctx)))),
  route('DELETE /context/{context-id}', async (ctx) => {
    await deleteContext(ctx.tx, (await requireContext(ctx)).id);
    return acknowledged('Context deleted.');
  }),
];
