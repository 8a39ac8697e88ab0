import { newId } from '../../../src/service/new-id.ts';
import type { OrganizationRight, Settings } from '../../../src/service/route.ts';
import type { Profile } from '../../../src/service/profile.ts';
import { newTeam, newToken, newUser } from '../../../src/service/workspaces/founding.ts';
import type { Access } from '../../../src/service/workspaces/rights.ts';
import { type Answer, bench, type Bench } from '../support.ts';

export interface Here extends Bench {
  /** Creates a workspace of `acme`. */
  make(name: string, attributes?: object, relationships?: object): Promise<Answer>;
  /** The id of a new workspace; throws unless it was created. */
  id(name: string, attributes?: object, relationships?: object): Promise<string>;
  patch(id: string, attributes: object, relationships?: object): Promise<Answer>;
  project(name: string, attributes?: object): Promise<string>;
  /** The token of a new user in a new team that has these rights in the organization. */
  member(name: string, access?: readonly OrganizationRight[]): Promise<{ readonly token: string; readonly team: string; readonly user: string }>;
  grant(kind: 'team-workspaces' | 'team-projects', team: string, to: string, access: Access): Promise<void>;
  /** What the service does by itself (runs, states), done by hand. */
  change(id: string, members: object): Promise<void>;
}

export const here = async (options: { readonly settings?: Partial<Settings>; readonly profile?: Profile } = {}): Promise<Here> => {
  const whole = await bench(options);
  const { ask, store, clock } = whole;
  const document = (attributes: object, relationships?: object) => ({ data: { type: 'workspaces', attributes, ...(relationships ? { relationships } : {}) } });
  const make: Here['make'] = (name, attributes = {}, relationships) => ask('POST /organizations/acme/workspaces', document({ name, ...attributes }, relationships));
  return {
    ...whole, make,
    id: async (...given) => {
      const made = await make(...given);
      if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
      return made.body.data.id;
    },
    patch: (id, attributes, relationships) => ask(`PATCH /workspaces/${id}`, document(attributes, relationships)),
    project: async (name, attributes = {}) => (await ask('POST /organizations/acme/projects', { data: { type: 'projects', attributes: { name, ...attributes } } })).body.data.id,
    member: (name, access = []) => store.write(async (tx) => {
      const making = { clock, newId };
      const user = await newUser(tx, making, { name });
      const team = await newTeam(tx, making, 'acme', { name: `team of ${name}`, access });
      const organization = (await tx.byKey('organizations', '', 'acme'))!;
      await tx.link('organization-members', organization.id, user.id);
      await tx.link('team-members', team.id, user.id);
      await newToken(tx, making, { secret: `${name}-token`, owner: { kind: 'user', id: user.id } });
      await newToken(tx, making, { secret: `team-of-${name}-token`, owner: { kind: 'team', id: team.id } });
      return { token: `${name}-token`, team: team.id, user: user.id };
    }),
    grant: async (kind, team, to, access) => { await store.write((tx) => tx.link(kind, team, to, access)); },
    change: (id, members) => store.write(async (tx) => {
      const workspace = (await tx.get<object>('workspaces', id))!;
      await tx.update(workspace, { body: { ...workspace.body, ...members } });
    }),
  };
};

/** Status, then the pointers (or parameters) of what was refused. */
export const refused = (answer: Answer): readonly unknown[] =>
  [answer.status, ...(answer.body?.errors ?? []).map((error: any) => error.source?.pointer ?? error.source?.parameter)];
export const names = (answer: Answer): readonly string[] => answer.body.data.map((one: any) => one.attributes.name);
