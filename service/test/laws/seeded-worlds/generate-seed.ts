import type { Noun, NounAttribute } from '../../../src/nouns/declaration.ts';
import { nouns } from '../../../src/workspaces/nouns.ts';
import type { TestService } from '../../support.ts';

type Entry = Record<string, unknown>;
type Read = (path: string) => Promise<any>;

const snake = (name: string): string => name.replaceAll('-', '_');
const byName = (doc: any): string => doc.attributes.name;
const idsOf = (data: any): readonly string[] => data.map(({ id }: any) => id);

/** Attributes of a document, and secrets that no document tells. */
const readAttribute = ({ mode, value, load, secret }: NounAttribute, told: unknown): unknown => {
  if (mode === 'computed' && (value || load)) return undefined;
  if (secret) return told === '' ? undefined : 'hidden';
  return told ?? undefined;
};

const isUnder = (noun: Noun, path: string): boolean => noun.parents.some((parent) => parent.path === path);

/** A path with this ID in place of its last parameter. */
export const fillLast = (path: string, id: string): string => path.replace(/\{[^}]+\}(?=[^{]*$)/, id);

/** Documents of a noun below one parent: of assessment results, the current one. */
export const listDocuments = async (read: Read, noun: Noun, parentPath: string): Promise<readonly any[]> => {
  if (noun.kind !== 'assessment-results') return (await read(`${parentPath}/${noun.collection}`)).data;
  const { data } = await read(`${parentPath}/current-assessment-result`);
  return data ? [data] : [];
};

const readEntry = async (read: Read, noun: Noun, doc: any): Promise<Entry> => {
  const entry: Entry = { id: doc.id };
  for (const [name, attribute] of Object.entries(noun.attributes)) {
    const value = readAttribute(attribute, doc.attributes[name]);
    if (value !== undefined && doc.attributes[`has-${name}`] !== false) entry[snake(name)] = value;
  }
  for (const [name, { direction }] of Object.entries(noun.relationships ?? {})) {
    const data = doc.relationships[name].data;
    if (direction === 'toOne' && data) entry[snake(name)] = data.id;
    if (direction === 'toMany') entry[snake(name)] = idsOf(data);
  }
  if (noun.type === 'policy-set-versions') entry['status_timestamps'] = doc.attributes['status-timestamps'];
  if (noun.type === 'policies') entry['text'] = 'package a\n';
  return { ...entry, ...(await readChildren(read, noun.itemPath, doc.id)) };
};

/** Entries of all nouns whose records belong to what is at this path. */
const readChildren = async (read: Read, path: string, id: string): Promise<Entry> => {
  const members: Entry = {};
  for (const noun of nouns.filter((one) => isUnder(one, path))) {
    const entries: Entry[] = [];
    for (const doc of await listDocuments(read, noun, fillLast(path, id))) entries.push(await readEntry(read, noun, doc));
    members[snake(noun.collection.replace('relationships/', ''))] = entries;
  }
  return members;
};

const readTimes = ({ attributes }: any): Entry => ({
  ...(attributes['created-at'] ? { created_at: attributes['created-at'] } : {}),
  ...(attributes['updated-at'] ? { updated_at: attributes['updated-at'] } : {}),
});
const toVariable = ({ id, attributes }: any): Entry =>
  Object.fromEntries(
    Object.entries({ id, ...attributes })
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [snake(name), value]),
  );

const readWorkspace = async (read: Read, doc: any): Promise<Entry> => {
  const { attributes, relationships } = doc;
  const chosen = ['description', 'auto-apply', 'engine-version', 'working-directory', 'trigger-prefixes'];
  const variables = (await read(`/workspaces/${doc.id}/vars`)).data;
  return {
    id: doc.id,
    name: attributes.name,
    project: (await read(`/projects/${relationships.project.data.id}`)).data.attributes.name,
    attributes: Object.fromEntries(chosen.map((name) => [name, attributes[name]]).filter(([, value]) => value !== null)),
    variables: variables.map(toVariable),
    ...readTimes(doc),
    ...(await readChildren(read, '/workspaces/{workspace_id}', doc.id)),
  };
};

const readSet = async (read: Read, doc: any, names: ReadonlyMap<string, string>): Promise<Entry> => ({
  id: doc.id,
  name: doc.attributes.name,
  description: doc.attributes.description,
  global: doc.attributes.global,
  priority: doc.attributes.priority,
  variables: (await read(`/varsets/${doc.id}/relationships/vars`)).data.map(toVariable),
  workspaces: idsOf(doc.relationships.workspaces.data).map((id) => names.get(id)),
  projects: idsOf(doc.relationships.projects.data).map((id) => names.get(id)),
  ...readTimes(doc),
});

/** A seed of the world, from what its endpoints return. */
export const generateSeed = async ({ request }: TestService): Promise<object> => {
  const read: Read = async (path) => (await request(`GET ${path}`)).body;
  const me = (await read('/account/details')).data;
  const organization = (await read('/organizations/acme')).data;
  const [membership] = (await read('/organizations/acme/organization-memberships')).data;
  const projects = (await read('/organizations/acme/projects')).data;
  const workspaces = (await read('/organizations/acme/workspaces')).data;
  const names = new Map<string, string>([...projects, ...workspaces].map((doc: any) => [doc.id, byName(doc)]));
  const tokens = idsOf(me.relationships['authentication-tokens'].data).map((id) => ({ id, value: 'owner-token' }));
  const { teams, ...children } = await readChildren(read, '/organizations/{organization_name}', 'acme');
  const each = <T>(documents: readonly any[], entry: (doc: any) => Promise<T>): Promise<readonly T[]> => Promise.all(documents.map(entry));
  return {
    users: [{ id: me.id, name: me.attributes.username, tokens, created_at: membership.attributes['created-at'] }],
    organizations: [
      {
        id: organization.attributes['external-id'],
        name: 'acme',
        email: organization.attributes.email,
        owners: [me.attributes.username],
        created_at: organization.attributes['created-at'],
        ...children,
        teams,
        projects: await each(projects, async (doc) => ({
          id: doc.id,
          name: byName(doc),
          description: doc.attributes.description,
          ...readTimes(doc),
          ...(await readChildren(read, '/projects/{project_id}', doc.id)),
        })),
        workspaces: await each(workspaces, (doc) => readWorkspace(read, doc)),
        variable_sets: await each((await read('/organizations/acme/varsets')).data, (doc) => readSet(read, doc, names)),
      },
    ],
  };
};
