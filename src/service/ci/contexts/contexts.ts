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
  route('GET /context', async (asking: RequestContext) => {
    const owner = await requireContextOwner(asking);
    return renderCiRecords<CiContext>(asking, { kind: 'ci-contexts', scope: owner.id }, (records) => records.map(renderContext));
  }),
  route('POST /context', async (asking) => {
    const { name, owner } = await parseNewContext(asking);
    const id = asking.newId('uuid');
    return ciOk(
      renderContext(
        await conflictIfDuplicate(
          `the context "${name}" is there already`,
          asking.tx.insert<CiContext>({
            id,
            kind: 'ci-contexts',
            scope: owner.id,
            key: name,
            name,
            body: { name, owner, createdAt: asking.clock.now().toISOString() },
          }),
        ),
      ),
    );
  }),
  route('GET /context/{context-id}', async (asking) => ciOk(renderContext(await requireReadableContext(asking)))),
  route('DELETE /context/{context-id}', async (asking) => {
    await deleteContext(asking.tx, (await requireContext(asking)).id);
    return acknowledged('Context deleted.');
  }),
];
