import { isRecord } from '@slipway/declarations/record';
import { tellsAll } from './oracle.ts';
import { listLines, type Planted, reads } from './planted.ts';

type Ask = (row: string) => Promise<any>;
/** How many the caller finds of what an attribute counts. */
type FindCount = (ask: Ask, document: any) => Promise<number>;

const inRelationship =
  (name: string): FindCount =>
  async (_ask, { relationships }) =>
    relationships[name].data.length;
const inList =
  (row: (document: any) => string): FindCount =>
  async (ask, document) =>
    (await ask(`GET ${row(document)}${row(document).includes('?') ? '&' : '?'}page[size]=1`)).meta.pagination['total-count'];

/** By the type and the name of an attribute. */
export const counted: { readonly [attribute: string]: FindCount } = {
  'agent-pools agent-count': inList(({ id }) => `/agent-pools/${id}/agents`),
  'policies policy-set-count': inRelationship('policy-sets'),
  'policy-sets policy-count': inRelationship('policies'),
  'policy-sets project-count': inRelationship('projects'),
  'policy-sets workspace-count': inRelationship('workspaces'),
  'projects team-count': inList(({ id }) => `/team-projects?filter[project][id]=${id}`),
  'projects workspace-count': inList(({ id }) => `/organizations/acme/workspaces?filter[project][id]=${id}`),
  'provider-sets project-count': inRelationship('projects'),
  'provider-sets workspace-count': inRelationship('workspaces'),
  'tags instance-count': inList(({ attributes }) => `/organizations/acme/workspaces?search[tags]=${attributes.name}`),
  'teams users-count': inRelationship('users'),
  'varsets project-count': inRelationship('projects'),
  'varsets stack-count': inRelationship('stacks'),
  'varsets var-count': inRelationship('vars'),
  'varsets workspace-count': inRelationship('workspaces'),
};

/** Where the counts of the documents that callers get, alone and included, are not those of what they can read. */
export const judgeCounts = async ({ bench, twins, callers }: Planted): Promise<readonly string[]> => {
  const wrong = new Set<string>();
  for (const [caller, token] of callers) {
    const ask: Ask = async (row) => (await bench.request(row, undefined, { token })).body;
    const judged = new Set<string>();
    const judge = async (document: any): Promise<void> => {
      if (!isRecord(document) || !isRecord(document['attributes'])) return;
      const { type, id, attributes } = document as { readonly type: string; readonly id: string; readonly attributes: any };
      for (const [attribute, find] of Object.entries(counted)) {
        const [ofType, name] = attribute.split(' ') as [string, string];
        if (ofType !== type || typeof attributes[name] !== 'number' || judged.has(`${id} ${name} ${attributes[name]}`)) continue;
        judged.add(`${id} ${name} ${attributes[name]}`);
        const found = await find(ask, document);
        if (attributes[name] !== found) wrong.add(`${attribute} is ${attributes[name]} for ${caller}, who finds ${found}`);
      }
    };
    for (const request of reads)
      for (const line of [twins.shown, twins.hidden].flatMap((values) => listLines(request, values))) {
        if (tellsAll(request.row)) continue;
        const body = await ask(line);
        for (const document of [body?.data ?? [], body?.included ?? []].flat()) await judge(document);
      }
  }
  return [...wrong].sort();
};
