import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { paged } from '../page.ts';
import { idIn } from '../read.ts';
import { made, said, unlessTaken } from '../replies.ts';
import type { CiProject, Context, Restriction } from '../stored.ts';
import { groupsOf } from './groups.ts';
import { contextHere } from './here.ts';
import { restrictionSent } from './restriction-sent.ts';

type Names = ReadonlyMap<string, string>;
const render = ({ id, scope, body }: StoredRecord<Restriction>, names: Names) => ({
  id, context_id: scope, project_id: body.type === 'project' ? body.value : null, name: names.get(body.value) ?? null,
  restriction_type: body.type, restriction_value: body.value,
});

/** What a project or group is called; an expression is called nothing. */
const namesOf = async (asking: RequestContext, { body: { owner } }: StoredRecord<Context>, restrictions: readonly Pick<StoredRecord<Restriction>, 'body'>[]): Promise<Names> => {
  const projects = await asking.tx.getMany<CiProject>('ci-projects', restrictions.flatMap(({ body }) => (body.type === 'project' ? [body.value] : [])));
  const groups: Names = restrictions.some(({ body }) => body.type === 'group') ? await groupsOf(asking.tx, owner.id) : new Map();
  return new Map([...groups, ...projects.map(({ id, name }) => [id, name] as const)]);
};

export const routes = [
  route('GET /context/{context_id}/restrictions', async (asking) => {
    const context = await contextHere(asking, 'context_id');
    return paged<Restriction>(asking, { kind: 'ci-context-restrictions', scope: context.id }, async (records) => {
      const names = await namesOf(asking, context, records);
      return records.map((one) => render(one, names));
    });
  }),
  route('POST /context/{context_id}/restrictions', async (asking) => {
    const context = await contextHere(asking, 'context_id');
    const { type, value } = await restrictionSent(asking, context);
    const restriction = await unlessTaken('the context is restricted in this way already', asking.tx.insert<Restriction>({
      id: asking.newId('uuid'), kind: 'ci-context-restrictions', scope: context.id, key: `${type}:${value}`, name: value,
      body: { type, value, createdAt: asking.clock.now().toISOString() },
    }));
    const { name, ...answer } = render(restriction, await namesOf(asking, context, [restriction]));
    // The hosted service tells the name in lists only.
    return made(asking.dialect === 'hosted' ? answer : { ...answer, name });
  }),
  route('DELETE /context/{context_id}/restrictions/{restriction_id}', async (asking) => {
    const { id: context } = await contextHere(asking, 'context_id');
    const id = idIn(asking, 'restriction_id');
    if ((await asking.tx.get('ci-context-restrictions', id))?.scope !== context) throw notFound(`the restriction ${id}`);
    await asking.tx.delete('ci-context-restrictions', id);
    return said('Context restriction deleted.');
  }),
];
