/** Routes are exported by the folder of each noun, in its `routes.ts`; the index of each service puts the folders together. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { routes as ciRoutes } from '../../src/ci/index.ts';
import type { Route } from '../../src/http/route.ts';
import { createNounRoutes } from '../../src/nouns/create-routes.ts';
import { routes as workspaceRoutes } from '../../src/workspaces/index.ts';
import { nouns } from '../../src/workspaces/nouns.ts';

const source = new URL('../../src/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, source), 'utf8');
const listFolders = (service: string): readonly string[] =>
  readdirSync(new URL(`${service}/`, source), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${service}/${name}`);
/** The files of a folder that declare routes. */
const listRouteFiles = (folder: string): readonly string[] =>
  readdirSync(new URL(`${folder}/`, source), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'routes.ts')
    .map((file) => `${folder}/${file}`)
    .filter((file) => /^export const routes\b/m.test(read(file)));
const load = async (path: string): Promise<readonly Route[]> => (await import(`../../src/${path.replace(/\.ts$/, '')}.ts`)).routes;
const listEndpoints = (routes: readonly Route[]): readonly string[] => routes.map(({ endpoint }) => endpoint).toSorted();

const test = suite('routes of the folders of nouns');

for (const [service, served] of [
  ['workspaces', workspaceRoutes],
  ['ci', ciRoutes],
] as const) {
  const folders = listFolders(service).filter((folder) => listRouteFiles(folder).length > 0);

  test(`${service}: a folder has a routes.ts if and only if files of it have routes`, () => {
    assert.equal(
      listFolders(service).filter((folder) => existsSync(new URL(`${folder}/routes.ts`, source))),
      folders,
    );
  });

  test(`${service}: the routes.ts of a folder has the routes of all files of the folder, and no others`, async () => {
    for (const folder of folders) {
      const files = await Promise.all(listRouteFiles(folder).map(load));
      assert.equal(listEndpoints(await load(`${folder}/routes.ts`)), listEndpoints(files.flat()), folder);
    }
  });

  test(`${service}: the index imports the routes.ts of each folder, and no other routes`, () => {
    const imported = [...read(`${service}/index.ts`).matchAll(/^import \{ routes as \w+ \} from '\.\/(.+)';$/gm)].map(([, path]) => path!);
    assert.equal(imported.map((path) => `${service}/${path}`).toSorted(), folders.map((folder) => `${folder}/routes.ts`).toSorted());
  });

  test(`${service}: every route of a folder is served; the others follow from declarations`, async () => {
    const written = (await Promise.all(folders.map((folder) => load(`${folder}/routes.ts`)))).flat();
    const declared = service === 'workspaces' ? nouns.flatMap(createNounRoutes) : [];
    assert.equal(listEndpoints(served), listEndpoints([...written, ...declared]));
  });
}

test.run();
