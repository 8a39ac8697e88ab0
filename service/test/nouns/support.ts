/** A service with two nouns that exist for these tests only: crates of an organization, and labels of a crate. */
import { bool, int, listOf, oneOf, string, stringOfLength, when } from '@slipway/declarations/declare';
import { createCallerCache } from '../../src/access/callers.ts';
import { createNounRoutes, createDocumentLoader } from '../../src/nouns/create-routes.ts';
import { unprocessable } from '../../src/http/problem.ts';
import { computed, noun, type Noun, optional, type PreparedWrite, required } from '../../src/nouns/declaration.ts';
import { underNoun } from '../../src/nouns/parents/under-noun.ts';
import { underOrganization } from '../../src/nouns/parents/under-organization.ts';
import { children, reverse, toMany, toOne, toParent } from '../../src/nouns/relationships/relationship.ts';
import { createApi } from '../../src/pipeline/create-api.ts';
import { workspacesApiDefinition } from '../../src/workspaces/api-definition.ts';
import { createApiToken, createOrganization, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { newId } from '../../src/store/new-id.ts';
import { createTestPipeline } from '../pipeline/support.ts';
import { serviceListeners } from '../../src/service.ts';

export const crate: Noun = noun('crates', {
  doc: 'A crate of goods.',
  label: 'crate',
  idPrefix: 'crate',
  parents: [underOrganization({ read: 'member', write: 'manage-workspaces' })],
  attributes: {
    name: required(stringOfLength(1, 20), 'The name.', { unique: true, search: 'q', sort: true }),
    kind: optional(oneOf('wood', 'steel'), 'The material.', { default: 'wood', immutable: true, filter: 'filter[kind]' }),
    sealed: optional(bool, 'Whether it is sealed.', { default: false, filter: 'filter[sealed]' }),
    'lid-code': optional(string, 'Opens the lid.', { secret: true }),
    'stacking-hints': optional(listOf(string), 'How to stack it.', { default: [], effect: 'none' }),
    'label-count': computed(int, 'The number of labels.', {
      load: async (ctx, records) => {
        const found = (await ctx.tx.list({ kind: 'crate-labels', scope: records.map(({ id }) => id) })).records;
        return new Map(records.map(({ id }) => [id, found.filter(({ scope }) => scope === id).length]));
      },
    }),
    'created-at': computed(string, 'When it was created.', { initial: (ctx) => ctx.clock.now().toISOString(), sort: true }),
  },
  relationships: {
    organization: toParent('organizations', 'Whose it is.'),
    'below-crate': toOne('crates', 'The crate that it stands on.'),
    neighbours: toMany('crates', 'Crates beside it.', { endpoints: true, filter: 'filter[neighbours][name]' }),
    'beside-crates': reverse('crates', 'crates.neighbours', 'Crates that it is a neighbour of.'),
    labels: children('crate-labels', 'Its labels.'),
  },
  constraints: [when('kind', 'steel').needs('lid-code')],
  links: ({ id }) => ({ photo: `/photos/${id}` }),
  behavior: {
    beforeLink: async (_, { body }, name, ids) => {
      if (name === 'neighbours' && body['name'] === 'lone' && ids.length > 0) throw unprocessable('a lone crate stands alone');
    },
  },
});
export const label: Noun = noun('crate-labels', {
  doc: 'A label on a crate.',
  label: 'label',
  idPrefix: 'label',
  collection: 'labels',
  itemPath: '/crates/{crate_id}/labels/{label_id}',
  parents: [underNoun(crate)],
  attributes: {
    text: required(string, 'What it says.'),
    'seal-code': optional(string, 'Of the seal.', { secret: true, value: ({ body }) => (body['sealCode'] === null ? '' : null) }),
    'seen-as': computed(string, 'What the printer returned.'),
  },
  relationships: { crate: toParent('crates', 'The crate.') },
  key: ({ text }) => text as string,
  prepareWrite: async (_ctx, { body, before }) => {
    if (body['text'] === 'explosive') throw unprocessable('the printer refuses this text', '/data/attributes/text');
    return `${before ? 'again ' : ''}${String(body['text'])}`;
  },
  behavior: {
    beforeCreate: async (ctx, body) => ({ ...body, seenAs: (ctx.prepared as PreparedWrite).result }),
    beforeUpdate: async (ctx, _record, body) => ({ ...body, seenAs: (ctx.prepared as PreparedWrite).result }),
  },
});

export interface CrateResponse {
  readonly status: number;
  readonly body: any;
}
export type RequestCrates = (
  row: string,
  document?: { type?: string; attributes?: object; relationships?: object },
  token?: string,
) => Promise<CrateResponse>;

/** The owner of `acme` has the token `owner`; a member without rights `member`; the owner of another organization `stranger`. */
export const createCrateService = async (
  nouns: readonly Noun[] = [crate, label],
): Promise<{ readonly request: RequestCrates; readonly statements: () => number }> => {
  const definition = {
    ...workspacesApiDefinition,
    routes: nouns.flatMap(createNounRoutes),
    documentLoaders: Object.fromEntries(nouns.map((one) => [one.type, createDocumentLoader(one)])),
    findDeprecations: () => [],
  };
  const pipeline = await createTestPipeline([], { definition, dialect: 'neutral' });
  const { store, clock } = pipeline;
  await store.write(async (tx) => {
    const making = { clock, newId, listeners: serviceListeners };
    const addUser = async (name: string) => {
      const { id } = await createUser(tx, making, { name });
      await createApiToken(tx, making, { secret: name, owner: { kind: 'user', id } });
      return id;
    };
    const [owner, member, stranger] = [await addUser('owner'), await addUser('member'), await addUser('stranger')];
    const acme = await createOrganization(tx, making, { name: 'acme', email: '', owners: [owner] });
    await tx.link('organization-members', acme.id, member);
    await createOrganization(tx, making, { name: 'other', email: '', owners: [stranger] });
  });
  let reads = 0;
  const countedStore = {
    ...store,
    read: (work: any) =>
      store.read((view) =>
        work(
          new Proxy(view, {
            get: (target, name) => {
              const member = (target as any)[name];
              return typeof member === 'function' ? (...all: any[]) => ((reads += 1), member.apply(target, all)) : member;
            },
          }),
        ),
      ),
  };
  const { handle } = createApi({ ...pipeline, store: countedStore as typeof store, callers: createCallerCache(store, clock) });
  return {
    statements: () => reads,
    request: async (row, document, token = 'owner') => {
      const [method, target] = row.split(/ (.*)/s) as [string, string];
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
      const type = target.includes('/labels') ? 'crate-labels' : 'crates';
      const data = Array.isArray(document) ? document : { type, ...document };
      const response = await handle({
        method,
        target: `/api/v2${target}`,
        header: (name) => headers[name],
        headers: () => Object.entries(headers),
        body: document === undefined ? undefined : Buffer.from(JSON.stringify({ data })),
        peer: '192.0.2.7',
      });
      return { status: response.status, body: response.body === undefined ? undefined : JSON.parse(String(response.body)) };
    },
  };
};
