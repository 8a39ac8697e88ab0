// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runs } from '../support/scale.ts';
import { fc } from '../support/seed.ts';
import { reachable, wayCallers } from './ci-rights/reachable.ts';
import { findJob, readEffect, startAs, startWaysWorld, type WaysWorld } from './ci-rights/ways.ts';
import { done } from './ci-rights/world.ts';
import { statusAndMessage } from '../../service/test/ci/support.ts';

const Openers = suite('the person who opens a gate is the actor that counts');

const byName = reachable['starts a pipeline']!;
const names = Object.keys(byName) as (keyof typeof byName)[];
const starters = names.filter((name) => byName[name] !== 'nothing');

interface History {
  readonly starter: keyof typeof byName;
  readonly acts: readonly {
    readonly by: keyof typeof byName;
    readonly kind: 'approve' | 'rerun' | 'rerun failed' | 'rerun the last job';
  }[];
}
const histories: fc.Arbitrary<History> = fc.record({
  starter: fc.constantFrom(...starters),
  acts: fc.array(
    fc.record({ by: fc.constantFrom(...names), kind: fc.constantFrom('approve', 'rerun', 'rerun failed', 'rerun the last job') }),
    { minLength: 1, maxLength: 7 },
  ),
});

interface Standing {
  readonly workflow: string;
  readonly opener: keyof typeof byName;
  /** Whether its job waits for an approval. */
  readonly held: boolean;
}

/** What an act leads to: nothing by who may not; otherwise its author is the opener from there on. */
const act = async (here: WaysWorld, standing: Standing, { by, kind }: History['acts'][number]): Promise<Standing> => {
  const ask = (row: string, body?: object) => here.ci(row, body, { token: wayCallers[by] });
  const job = (name: string) => findJob(here, standing.workflow, name);
  if (kind === 'approve') {
    const { status } = await ask(`POST /workflow/${standing.workflow}/approve/${(await job('hold')).id}`);
    return status < 300 ? { ...standing, opener: by, held: false } : standing;
  }
  const bodies = { rerun: {}, 'rerun failed': { from_failed: true }, 'rerun the last job': { jobs: [(await job('ship')).id] } };
  const { status, body } = await ask(`POST /workflow/${standing.workflow}/rerun`, kind === 'rerun' ? undefined : bodies[kind]);
  return status < 300 ? { workflow: body.workflow_id, opener: by, held: kind === 'rerun' } : standing;
};

Openers('in any history the job has its context if, and only if, the last who opened its way may use it', async () => {
  const here = await startWaysWorld();
  await fc.assert(
    fc.asyncProperty(histories, async ({ starter, acts }) => {
      let standing: Standing = { workflow: (await startAs(here, wayCallers[starter]))['held']!, opener: starter, held: true };
      for (const one of acts) {
        const before = standing;
        standing = await act(here, before, one);
        if (byName[one.by] === 'nothing') assert.equal(standing, before, `${one.by} did ${one.kind}`);
        const effect = await readEffect(here, standing.workflow, 'ship');
        assert.is(effect, standing.held ? 'nothing' : byName[standing.opener], `${one.kind} by ${one.by}, opened by ${standing.opener}`);
      }
    }),
    { numRuns: runs(15) },
  );
  await here.close();
});

const setupText = `version: 2.1
setup: true
jobs: { generate: { docker: [{ image: node }], steps: [checkout] } }
workflows: { setup: { jobs: [hold: { type: approval }, generate: { requires: [hold] }] } }
`;
const continued = `version: 2.1
jobs: { direct: { docker: [{ image: node }], steps: [checkout] } }
workflows: { now: { jobs: [direct: { context: keys }] } }
`;

Openers('what a setup continues with is opened by who approved in the setup, otherwise by who started it', async () => {
  const here = await startWaysWorld();
  await here.store.write(async (tx) => {
    const [text] = (await tx.list({ kind: 'ci-configurations', scope: here.projectId })).records;
    await tx.update(text!, { body: { text: setupText } });
  });
  await done(here, 'PATCH /project/gh/acme/web/settings', { advanced: { setup_workflows: true } });
  for (const [starter, approver, expected] of [
    ['mia-token', 'noa-token', 'unauthorized'],
    ['noa-token', 'mia-token', 'success'],
  ] as const) {
    const { id } = await done(here, 'POST /project/gh/acme/web/pipeline', { branch: 'main' }, starter);
    await here.wait(2000);
    const [setup] = (await done(here, `GET /pipeline/${id}/workflow`)).items;
    await done(here, `POST /workflow/${setup.id}/approve/${(await findJob(here, setup.id, 'hold')).id}`, undefined, approver);
    await here.wait(2000);
    const key = (await here.store.read((view) => view.list<any>({ kind: 'ci-continuations' }))).records[0]!.body.secret;
    const answer = await here.ci('POST /pipeline/continue', { 'continuation-key': key, configuration: continued }, { token: null });
    assert.equal(statusAndMessage(answer), [200, 'Accepted.']);
    await here.wait(2000);
    const now = (await done(here, `GET /pipeline/${id}/workflow`)).items.find(({ name }: any) => name === 'now');
    assert.is((await findJob(here, now.id, 'direct')).status, expected, `${starter}, ${approver}`);
  }
  await here.close();
});

Openers.run();
