/** What a service told of itself so far, by the segment that it stands behind in a path: ids to ask for that there are. */
export interface ValuePool {
  /** One of those that fit behind this segment; undefined where there is none. */
  pick(behind: string, place: number): string | undefined;
  /** Any of all. */
  any(place: number): string | undefined;
  learn(target: string, body: unknown): void;
}

const most = 40;
/** Where things of one segment are asked for by another. */
const also: { readonly [behind: string]: readonly string[] } = {
  job: ['jobs'],
  project: ['projects'],
  collaborations: ['owner', 'organizations'],
  me: ['user', 'users'],
  details: ['users'],
  run: ['pipeline'],
  mine: ['pipeline'],
  'registry-modules': ['show'],
};
/** What names a thing, where that is not its id. */
const names: { readonly [behind: string]: string } = { 'environment-variable': 'variable', envvar: 'name', 'checkout-key': 'fingerprint' };
const elsewhere: { readonly [member: string]: string } = {
  approval_request_id: 'approve',
  workflow_id: 'workflow',
  usage_export_job_id: 'usage_export_job',
  job_number: 'job',
};

type Thing = { readonly [name: string]: unknown };
const things = (body: unknown): readonly Thing[] => {
  if (Array.isArray(body)) return body.slice(0, most).flatMap(things);
  if (typeof body !== 'object' || body === null) return [];
  const { data, items } = body as { data?: unknown; items?: unknown };
  return [body as Thing, ...(data === undefined ? [] : things(data)), ...(items === undefined ? [] : things(items))];
};

export const createValuePool = (known: { readonly [behind: string]: readonly string[] }): ValuePool => {
  const found = new Map<string, string[]>(Object.entries(known).map(([behind, ids]) => [behind, [...ids]]));
  const add = (behind: string, id: unknown): void => {
    const list = found.get(behind) ?? [];
    if ((typeof id !== 'string' && typeof id !== 'number') || id === '' || String(id).length > 100 || list.includes(String(id))) return;
    list.push(String(id));
    // The first ones stay: what was there from the start.
    if (list.length > most) list.splice(most / 2, 1);
    found.set(behind, list);
  };
  const at = (list: readonly string[] | undefined, place: number): string | undefined => list?.[place % list.length];
  return {
    pick: (behind, place) => at(found.get(behind), place),
    any: (place) => at([...found.values()][place % Math.max(1, found.size)], place),
    learn: (target, body) => {
      const behind =
        target
          .split('?')[0]!
          .split('/')
          .filter((one) => /^[a-z_-]+$/.test(one))
          .at(-1) ?? '';
      for (const thing of things(body)) {
        for (const one of [behind, ...(also[behind] ?? [])]) add(one, thing[names[behind] ?? 'id']);
        for (const [member, other] of Object.entries(elsewhere)) add(other, thing[member]);
      }
    },
  };
};
