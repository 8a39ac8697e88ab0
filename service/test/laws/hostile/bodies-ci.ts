import type { HostileBody } from './hostile-body.ts';

const job = 'version: 2.1\njobs: { build: { docker: [{ image: a }], steps: [checkout] } }\n';
const patterns = Array.from({ length: 200 }, (_, at) => `/(?:${'a?'.repeat(30)}){999}${at}/`).join(', ');
const values = Array.from({ length: 1000 }, (_, at) => at).join(',');

/** Configurations that cost much to read or to compile. */
const configurations: readonly (readonly [name: string, text: string])[] = [
  ['heavy patterns', `${job}workflows: { w: { jobs: [{ build: { filters: { branches: { only: [${patterns}] } } }] } }\n`],
  ['brackets that end', `${job}x: ${'['.repeat(50_000)}${']'.repeat(50_000)}\n`],
  [
    'a matrix of 1,000 jobs',
    job.replace('docker', 'parameters: { x: { type: integer } }, docker') +
      `workflows: { w: { jobs: [{ build: { matrix: { parameters: { x: [${values}] } } } }] } }\n`,
  ],
];
const policy = 'package org\npolicy_name["a"]\n';
/** Policies that cost much to compile or to evaluate. */
const policies: readonly (readonly [name: string, text: string])[] = [
  ['nested brackets', `${policy}x := ${'['.repeat(30_000)}`],
  ['many rules', `${policy}${Array.from({ length: 1000 }, (_, at) => `s${at} { input.version == ${at} }\n`).join('')}`],
  ['a slow rule', `${policy}s = count([1 | some x in numbers.range(1, 400); some y in numbers.range(1, 400); x + y > 0])`],
];

/** `text` at a path of the body that the endpoint takes. */
const putText = (template: unknown, [member, ...rest]: readonly string[], text: string): unknown =>
  member === undefined
    ? text
    : { ...(template as object), [member]: putText((template as Readonly<Record<string, unknown>>)[member], rest, text) };
const bodiesFor = (endpoint: string, path: readonly string[], texts: typeof configurations): readonly HostileBody[] =>
  texts.map(([name, text]) => ({ name, endpoint, build: (template) => JSON.stringify(putText(template, path, text)) }));

/** Bodies for single endpoints of the CI service: what costs there is in the texts. */
export const ciBodies: readonly HostileBody[] = [
  ...bodiesFor('POST /api/v3/configs/compile', ['data', 'attributes', 'config'], configurations),
  ...bodiesFor('POST /compile-config-with-defaults', ['config_yaml'], configurations),
  ...bodiesFor('POST /api/v3/orb/packages/validate', ['yaml'], configurations),
  ...bodiesFor('POST /api/v3/orb/versions', ['data', 'attributes', 'yaml'], configurations),
  ...bodiesFor('POST /pipeline/continue', ['configuration'], configurations),
  ...bodiesFor('POST /owner/{ownerID}/context/{context}/decision', ['input'], configurations),
  ...bodiesFor('POST /owner/{ownerID}/context/{context}/policy-bundle', ['policies', 'a.rego'], policies),
];
