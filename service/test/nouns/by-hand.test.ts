/** docs/decisions/0108-nouns-of-both-services.md lists what is written by hand: nothing of it is declared, and nothing else is by hand. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../src/http/route.ts';
import { createNounRoutes } from '../../src/nouns/create-routes.ts';
import { routes } from '../../src/workspaces/index.ts';
import { nouns } from '../../src/workspaces/nouns.ts';

const page = readFileSync(new URL('../../../docs/decisions/0108-nouns-of-both-services.md', import.meta.url), 'utf8');
const declared = new Set(nouns.flatMap(createNounRoutes).map(({ endpoint }) => endpoint));
const test = suite('nouns that are written by hand');

/** The types of the documents that a route responds with. */
const typesOf = ({ description }: Route): readonly string[] =>
  Object.values(description!.responses).flatMap((schema: any) => {
    const data = schema?.properties?.data;
    const { const: one, enum: several } = (data?.items ?? data)?.properties?.type ?? {};
    return several ?? (one === undefined ? [] : [one]);
  });

test('each type of documents is declared, or in the table with a reason', () => {
  const table = page.slice(page.indexOf('| Types |'), page.indexOf('**Chosen for the CI service'));
  const listed = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
    [...cell!.matchAll(/`([^`]+)`/g)].map(([, type]) => type!),
  );
  const ofNouns = new Set(nouns.map(({ type }) => type));
  const byHand = routes.filter(({ endpoint }) => !declared.has(endpoint)).flatMap(typesOf);
  // A declared type of variables is that of the parameters of policy sets; the others have routes of their own.
  const expected = [...new Set(byHand)].filter((type) => !ofNouns.has(type) || type === 'vars');
  assert.equal([...listed].sort(), expected.sort());
});

test.run();
