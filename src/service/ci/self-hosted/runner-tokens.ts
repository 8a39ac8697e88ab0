import { sha256Hex } from '../../caller.ts';
import { notFound } from '../../problem.ts';
import { route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { generateTokenSecret } from '../../workspaces/founding.ts';
import { whole } from '../page.ts';
import { asked, bodyOf, idIn, invalid, must } from '../read.ts';
import { ok, said } from '../replies.ts';
import { aName } from '../texts.ts';
import { aResourceClass, classNamed, classWithId, fullName, type Here } from './here.ts';
import type { RunnerToken } from './stored.ts';

const render = (here: Here, { id, body }: StoredRecord<RunnerToken>) => ({ id, resource_class: fullName(here), nickname: body.nickname, created_at: body.createdAt });

const below = '/api/v3/runner/token';

/** What a machine of one's own would claim jobs with. Told once, kept as a hash. */
export const routes = [
  route(`GET ${below}`, async (asking) => {
    const name = asked(asking, 'resource-class');
    if (name === undefined) throw invalid({ detail: `is required: expected ${aResourceClass.description}`, parameter: 'resource-class' });
    const here = await classNamed(asking, name, { parameter: 'resource-class' });
    return whole((await asking.tx.list<RunnerToken>({ kind: 'ci-runner-tokens', scope: here.found.id })).records.map((token) => render(here, token)));
  }, { atRoot: true }),
  route(`POST ${below}`, async (asking) => {
    const { resource_class: name, nickname } = bodyOf(asking, { resource_class: must(aResourceClass), nickname: must(aName) }) as { readonly resource_class: string; readonly nickname: string };
    const here = await classNamed(asking, name, { pointer: '/resource_class' });
    const token = generateTokenSecret();
    const record = await asking.tx.insert<RunnerToken>({
      id: asking.newId('uuid'), kind: 'ci-runner-tokens', scope: here.found.id, key: sha256Hex(token), name: nickname, body: { nickname, createdAt: asking.clock.now().toISOString() },
    });
    return ok({ ...render(here, record), token });
  }, { atRoot: true }),
  route(`DELETE ${below}/{token-id}`, async (asking) => {
    const id = idIn(asking, 'token-id');
    const token = await asking.tx.get<RunnerToken>('ci-runner-tokens', id);
    if (!token) throw notFound(`the token ${id}`);
    await classWithId(asking, token.scope);
    await asking.tx.delete('ci-runner-tokens', id);
    return said('Token deleted.');
  }, { atRoot: true }),
];
