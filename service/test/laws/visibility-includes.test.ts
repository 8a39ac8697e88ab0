/** The law of `visibility.test.ts` for paths of two names: what is included by what is included, with its links. */
// watchdog: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { schedule } from '@slipway/test-support/scale';
import { keyOf } from './visibility/known-things.ts';
import { findHidden, findTold } from './visibility/oracle.ts';
import { listLines, type Planted, plantWorld, reads } from './visibility/planted.ts';

/** All in the long schedule. */
const callers = ['reader', 'limited', 'project-reader', 'policies', 'organization'];
const perRequest = 20;

/** `project.organization`: the names that the documents of a response, and what they include, lead to together. */
const listPaths = ({ data, included = [] }: any): readonly string[] => {
  const known = new Map<string, any>(included.map((one: any) => [keyOf(one), one]));
  const paths = new Set<string>();
  for (const document of [data].flat())
    for (const [name, relationship] of Object.entries<any>(document?.relationships ?? {}))
      for (const linked of [relationship.data ?? []].flat())
        for (const further of Object.keys(known.get(keyOf(linked))?.relationships ?? {})) paths.add(`${name}.${further}`);
  return [...paths];
};

/** The requests that bring what stands at the end of these paths. */
const listPathLines = (line: string, paths: readonly string[]): readonly string[] =>
  Array.from({ length: Math.ceil(paths.length / perRequest) }, (_, at) => {
    const names = paths.slice(at * perRequest, (at + 1) * perRequest).join(',');
    return `${line}${line.includes('?') ? '&' : '?'}include=${names}`;
  });

const law = suite<Planted & { included: number }>('what a caller cannot read is not named in what is included by two names');
law.before(async (context) => {
  Object.assign(context, await plantWorld(schedule(callers, [])), { included: 0 });
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('documents, links and errors', async (context) => {
  const { bench, twins, callers: askers, things } = context;
  const told = new Set<string>();
  for (const [caller, token] of askers) {
    const hidden = await findHidden(bench, things, caller, token);
    for (const request of reads)
      for (const values of [twins.shown, twins.hidden]) {
        const [line, ...including] = listLines(request, values);
        for (const first of including)
          for (const path of listPathLines(line!, listPaths((await bench.request(first, undefined, { token })).body ?? {}))) {
            const { body } = await bench.request(path, undefined, { token });
            context.included += body.included?.length ?? 0;
            for (const what of findTold(hidden, path, body)) told.add(`${request.row} tells ${caller} ${what}`);
          }
      }
  }
  assert.equal([...told].sort(), []);
});

law('and something was included', ({ included }) => {
  assert.ok(included > 1000, `${included} documents`);
});

law.run();
