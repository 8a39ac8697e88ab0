import { type Doc, toOne } from '../json-api/document.ts';
import { oneSent, sent } from '../json-api/read.ts';
import { all, created, noContent, ok } from '../json-api/reply.ts';
import { badRequest, notFound, refuse, unprocessable } from '../problem.ts';
import { type Asking, type Reply, route } from '../route.ts';
import type { Rec, Transaction } from '../store/store.ts';
import { mayIn } from './permissions.ts';
import { accessFaults } from './access-faults.ts';
import type { Access } from './rights.ts';

/** What a team may do on one workspace or project: a link, shown as a document (`team-workspaces`, `team-projects`). */
interface Side { readonly type: 'team-workspaces' | 'team-projects'; readonly prefix: string; readonly target: 'workspaces' | 'projects'; readonly word: 'workspace' | 'project' }
const sides: readonly Side[] = [
  { type: 'team-workspaces', prefix: 'tws', target: 'workspaces', word: 'workspace' },
  { type: 'team-projects', prefix: 'tprj', target: 'projects', word: 'project' },
];

const idOf = (side: Side, team: string, target: string): string => `${side.prefix}-${team.slice(5)}.${target.slice(target.indexOf('-') + 1)}`;
const render = (side: Side, team: string, target: string, access: Access): Doc => ({
  id: idOf(side, team, target), type: side.type, attributes: { ...access },
  relationships: { team: toOne('teams', team), [side.word]: toOne(side.target, target) },
});

const targetOf = async (asking: Asking, side: Side, id: string): Promise<Rec> => {
  const target = await asking.tx.get(side.target, id);
  if (!target || !mayIn(asking, target.scope, 'manage-teams')) throw notFound(`the ${side.word} ${id}`);
  return target;
};

const linkHere = async (asking: Asking, side: Side) => {
  const [, prefix, team, target] = /^([a-z]+)-([^.]+)\.([^.]+)$/.exec(asking.params['id']!) ?? [];
  if (prefix !== side.prefix) throw notFound(`the access ${asking.params['id']}`);
  const targetId = `${side.target === 'workspaces' ? 'ws' : 'prj'}-${target}`;
  await targetOf(asking, side, targetId);
  const link = (await asking.tx.links(side.type, { to: targetId })).find((one) => one.from === `team-${team}`);
  if (!link) throw notFound(`the access ${asking.params['id']}`);
  return link;
};

const listOf = (side: Side) => async (asking: Asking): Promise<Reply> => {
  const parameter = `filter[${side.word}][id]`;
  const id = asking.query.get(parameter);
  if (!id) throw badRequest(`expected ${parameter}`, parameter);
  await targetOf(asking, side, id);
  return all((await asking.tx.links(side.type, { to: id })).map((link) => render(side, link.from, link.to, link.note as Access)));
};

const create = (side: Side) => async (asking: Asking<Transaction>): Promise<Reply> => {
  const { attributes, relationships } = sent(asking, side.type);
  refuse(accessFaults(attributes));
  const team = oneSent(relationships, 'team', 'teams');
  const target = oneSent(relationships, side.word, side.target);
  if (!team) throw unprocessable('expected the team', '/data/relationships/team');
  if (!target) throw unprocessable(`expected the ${side.word}`, `/data/relationships/${side.word}`);
  const { id, scope } = await targetOf(asking, side, target.id);
  if ((await asking.tx.get('teams', team.id))?.scope !== scope) throw unprocessable('expected a team of this organization', '/data/relationships/team/data/id');
  const access = attributes as unknown as Access;
  await asking.tx.link(side.type, team.id, id, access);
  return created(render(side, team.id, id, access));
};

const update = (side: Side) => async (asking: Asking<Transaction>): Promise<Reply> => {
  const link = await linkHere(asking, side);
  const { attributes } = sent(asking, side.type);
  const access = { ...link.note as Access, ...attributes } as Access;
  refuse(accessFaults({ ...access }));
  await asking.tx.link(side.type, link.from, link.to, access);
  return ok(render(side, link.from, link.to, access));
};

export const routes = sides.flatMap((side) => [
  route(`GET /${side.type}`, listOf(side)),
  route(`POST /${side.type}`, create(side)),
  route(`GET /${side.type}/{id}`, async (asking) => { const link = await linkHere(asking, side); return ok(render(side, link.from, link.to, link.note as Access)); }),
  route(`PATCH /${side.type}/{id}`, update(side)),
  route(`DELETE /${side.type}/{id}`, async (asking) => { const link = await linkHere(asking, side); await asking.tx.unlink(side.type, link.from, link.to); return noContent; }),
]);
