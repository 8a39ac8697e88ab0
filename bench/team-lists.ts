/**
 * Lists of an organization with very many workspaces for its owner, a team that may see 1,000 of them, and one that may see nearly all:
 * `tsx bench/team-lists.ts sqlite 100000` or `postgres 100000`. Needs `npm run build`. Of each the median and the longest of some requests
 * one after the other, and the processor time of one.
 */
import { median } from './parts/figure.ts';
import { cpuSeconds } from './parts/process-usage.ts';
import { databaseSeconds } from './parts/scale/database-usage.ts';
import { type LargeStorage, plantLargeStorage } from './parts/scale/large-lists.ts';
import { startOn } from './parts/scale/storage.ts';
import { withStorage } from './parts/scale/with-storage.ts';
import { type ServiceProcess, token } from './parts/service-process.ts';

const [engine = 'sqlite', given = '100000'] = process.argv.slice(2);
const rounds = 10;
const organization = '/api/v2/organizations/acme';

const lists: { readonly [title: string]: string } = {
  workspaces: `${organization}/workspaces`,
  'workspaces by name': `${organization}/workspaces?sort=name`,
  'by latest change': `${organization}/workspaces?sort=-latest-change-at`,
  'a name (250 finds)': `${organization}/workspaces?search%5Bname%5D=billing-000`,
  'a key-value tag (33,333)':
    `${organization}/workspaces?filter%5Btagged%5D%5B0%5D%5Bkey%5D=environment` + '&filter%5Btagged%5D%5B0%5D%5Bvalue%5D=staging',
  'a status (77,900)': `${organization}/workspaces?filter%5Bcurrent-run%5D%5Bstatus%5D=applied`,
  'page 40': `${organization}/workspaces?page%5Bnumber%5D=40`,
  runs: `${organization}/runs`,
  tags: `${organization}/tags`,
  'variable sets': `${organization}/varsets`,
  projects: `${organization}/projects`,
  teams: `${organization}/teams`,
};

/** The token of a new team that may write in a project. */
const createTeam = async (service: ServiceProcess, name: string, project: string): Promise<string> => {
  const { data: team } = await service.ask('POST', `${organization}/teams`, { data: { type: 'teams', attributes: { name } } });
  const relationships = { project: { data: { type: 'projects', id: project } }, team: { data: { type: 'teams', id: team.id } } };
  await service.ask('POST', '/api/v2/team-projects', { data: { type: 'team-projects', attributes: { access: 'write' }, relationships } });
  return (await service.ask('POST', `/api/v2/teams/${team.id}/authentication-token`)).data.attributes.token;
};

const measure = async ({ storage, server }: Pick<LargeStorage, 'storage' | 'server'>): Promise<void> => {
  const project = await plantLargeStorage({ storage, count: Number(given) });
  const service = await startOn(storage);
  const projects = (await service.ask('GET', `${organization}/projects`)).data as readonly { readonly id: string }[];
  const home = projects.find(({ id }) => id !== project)!.id;
  const callers = {
    owner: token,
    'team of few': await createTeam(service, 'few', project),
    'team of most': await createTeam(service, 'most', home),
  };
  for (const [title, path] of Object.entries(lists))
    for (const [caller, authorization] of Object.entries(callers)) {
      const [cpu, database] = [cpuSeconds(service.pid), server === undefined ? 0 : databaseSeconds(server)];
      const samples: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const response = await fetch(service.address + path, { headers: { authorization: `Bearer ${authorization}` } });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        samples.push(performance.now() - began);
      }
      const perRequest = (seconds: number): string => `${((seconds / rounds) * 1000).toFixed(1)} ms`;
      const usage = [`service ${perRequest(cpuSeconds(service.pid) - cpu)}`];
      if (server !== undefined) usage.push(`PostgreSQL ${perRequest(databaseSeconds(server) - database)}`);
      console.log(
        `${title}, ${caller}: ${median(samples).toFixed(0)} ms, longest ${Math.max(...samples).toFixed(0)} ms; ${usage.join(', ')}`,
      );
    }
  await service.end();
};

await withStorage(engine, measure);
