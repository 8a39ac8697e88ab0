import { routes } from '../../../src/workspaces/index.ts';
import { fillSlots } from '../foreign-ids/request-slots.ts';
import { keyOf } from './known-things.ts';
import { countsHidden, findHidden, type Hidden } from './oracle.ts';
import { type Planted, reads } from './planted.ts';

/** What a parameter names, by types; `any`: of each type one. */
interface FilterTarget {
  readonly types: 'any' | readonly string[];
  /** Names it by this form of an ID, and not by its name: one that nothing has. */
  readonly id?: string;
}
export const filterTargets: { readonly [parameter: string]: FilterTarget } = {
  q: { types: 'any' },
  'search[name]': { types: 'any' },
  'search[wildcard-name]': { types: 'any' },
  'filter[names]': { types: 'any' },
  name: { types: 'any' },
  'filter[email]': { types: ['organization-memberships'] },
  'filter[allowed_workspaces][name]': { types: ['workspaces'] },
  'filter[allowed-workspaces][name]': { types: ['workspaces'] },
  'filter[allowed_projects][name]': { types: ['projects'] },
  'filter[workspace_names]': { types: ['workspaces'] },
  'filter[agent_pool_names]': { types: ['agent-pools'] },
  'filter[tagged][{index}][key]': { types: ['tag-bindings'] },
  'search[tags]': { types: ['tags'] },
  'search[exclude-tags]': { types: ['tags'] },
  'search[basic]': { types: ['teams', 'users'] },
  'search[user]': { types: ['teams', 'users'] },
  'filter[exclude][taggable][id]': { types: ['workspaces'], id: 'ws-ofNothingAtAll00' },
  'filter[project][id]': { types: ['projects'], id: 'prj-ofNothingAtAll00' },
  'filter[team][id]': { types: ['teams'], id: 'team-ofNothingAtAll00' },
};

/** Parameters of routes that answer a list, without those of pages, orders and what is included. */
export const listFilters = (): readonly string[] => {
  const names = routes
    .filter(({ endpoint, description }) => endpoint.startsWith('GET ') && description?.query?.['page[size]'] !== undefined)
    .flatMap(({ description }) => Object.entries(description!.query!))
    .filter(([name, { schema }]) => !/^(page\[|include$|sort$)/.test(name) && schema['enum'] === undefined)
    .map(([name]) => name);
  return [...new Set(names)].sort();
};

const listValues = (hidden: readonly Hidden[], { types, id }: FilterTarget): readonly string[] => {
  const ofTypes = hidden.filter(({ thing }) => types === 'any' || types.includes(thing.type));
  if (id !== undefined) return ofTypes.map(({ thing }) => thing.id);
  const named = ofTypes.flatMap(({ thing, needles }) =>
    needles.filter((one) => thing.names.includes(one)).map((name) => [thing.type, name] as const),
  );
  return types === 'any' ? [...new Map(named).values()] : [...new Set(named.map(([, name]) => name))];
};

/** Names that find, or leave out, what does not show them: whoever asks learns what they belong to. */
export const judgeFilters = async ({ bench, twins, callers, things }: Planted): Promise<readonly string[]> => {
  const told = new Set<string>();
  for (const [caller, token] of callers) {
    const hidden = await findHidden(bench, things, caller, token);
    const ask = async (line: string): Promise<{ readonly body: any; readonly found: ReadonlyMap<string, string> }> => {
      const { body } = await bench.request(line, undefined, { token });
      const data: readonly any[] = Array.isArray(body?.data) ? body.data : [];
      return { body, found: new Map(data.map((one) => [keyOf(one), JSON.stringify(one)])) };
    };
    for (const request of reads) {
      const query = routes.find(({ endpoint }) => endpoint === request.row)?.description?.query ?? {};
      const { line } = fillSlots(request, twins.shown);
      const withValue = (parameter: string, value: string) =>
        `${line}${line.includes('?') ? '&' : '?'}${parameter.replace('{index}', '0')}=${encodeURIComponent(value)}&page[size]=100`;
      for (const parameter of Object.keys(query).filter((name) => filterTargets[name] !== undefined && query['page[size]'])) {
        const nothing = await ask(withValue(parameter, filterTargets[parameter]!.id ?? 'zq-of-nothing'));
        for (const text of listValues(hidden, filterTargets[parameter]!)) {
          const asked = await ask(withValue(parameter, text));
          const differing = [
            ...[...asked.found].filter(([key]) => !nothing.found.has(key)),
            ...[...nothing.found].filter(([key]) => !asked.found.has(key)),
          ];
          if (differing.some(([, shown]) => !shown.includes(text))) told.add(`${request.row}?${parameter} tells ${caller} of a name`);
          if (countsHidden(asked.body)) told.add(`${request.row}?${parameter} counts for ${caller} what it does not list`);
        }
      }
    }
  }
  return [...told].sort();
};
