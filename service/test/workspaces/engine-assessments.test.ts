import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/http/settings.ts';
import { engineAssessments } from '../../src/workspaces/assessments/engine-assessments.ts';
import { startAssessment } from '../../src/workspaces/assessments/start-assessment.ts';
import type { StoredAssessment } from '../../src/workspaces/assessments/stored.ts';
import { issueRunToken } from '../../src/workspaces/runs/engine/run-token.ts';
import type { StoredWorkspace } from '../../src/workspaces/workspaces/stored.ts';
import { createWorkspaceTestService, type WorkspaceTestService } from './support.ts';
import { serviceListeners } from '../../src/service.ts';

interface Parts extends WorkspaceTestService {
  readonly workspace: string;
}
const settings = { ...defaultSettings, runsJobs: true as const, runs: 'none' as const };
const test = suite<Parts>('assessments by the engine, without one');
test.before.each(async (context) => {
  const bench = await createWorkspaceTestService({ settings });
  Object.assign(context, bench, { workspace: await bench.createWorkspaceId('harbour', { 'assessments-enabled': true }) });
});
test.after.each(({ close }) => close());

const start = ({ store, clock, workspace }: Parts) =>
  store.write(async (tx) => {
    const found = (await tx.get<StoredWorkspace>('workspaces', workspace))!;
    const { body } = await startAssessment({ tx, clock, settings, listeners: serviceListeners }, found);
    return body.assessment!.pending!;
  });
const contextOf = ({ store, clock }: Parts) => ({ store, clock, settings: () => settings, listeners: serviceListeners, report: () => {} });

test('an assessment that starts waits for a runner, and one that a test scripted does not', async (parts) => {
  const { store, request } = parts;
  assert.is(await engineAssessments.hasQueued(store), false);
  const id = await start(parts);
  assert.is(await engineAssessments.hasQueued(store), true);
  const { body } = (await store.read((view) => view.get<StoredAssessment>('assessments', id)))!;
  assert.equal([body.status, body.movesAt], ['pending', null]);
  await request('POST //_local/assessment-outcome', { drifted: 1 });
  const scripted = await start(parts);
  const after = (await store.read((view) => view.get<StoredAssessment>('assessments', scripted)))!.body;
  assert.type(after.movesAt, 'string');
});

test('an assessment whose runner is gone ends as failed, and its token with it', async (parts) => {
  const { store, clock, request, workspace } = parts;
  const countTokens = () => store.read((view) => view.count({ kind: 'tokens' }));
  const before = await countTokens();
  const id = await start(parts);
  const token = await store.write(async (tx) => {
    const record = (await tx.get<StoredAssessment>('assessments', id))!;
    await tx.update<StoredAssessment>(record, { body: { ...record.body, status: 'running', runner: 'runner-1' } });
    return issueRunToken(tx, clock, record, 60_000);
  });
  assert.is((await request(`GET /workspaces/${workspace}`, undefined, { token })).status, 200);
  assert.is(await countTokens(), before + 1);
  assert.is(await engineAssessments.endLost(contextOf(parts), { alive: new Set(['runner-1']) }), 0);
  assert.is(await engineAssessments.endLost(contextOf(parts), { alive: new Set() }), 1);
  const { attributes } = (await request(`GET /workspaces/${workspace}/current-assessment-result`)).body.data;
  assert.equal(
    [attributes.succeeded, attributes['error-message']],
    [false, 'The service that executed this assessment ended before it did.'],
  );
  assert.is(await engineAssessments.endLost(contextOf(parts), { alive: new Set() }), 0);
  assert.is(await countTokens(), before);
});

test('an assessment whose workspace was deleted is stopped', async (parts) => {
  const { store, request, workspace } = parts;
  const id = await start(parts);
  await store.write(async (tx) => {
    const record = (await tx.get<StoredAssessment>('assessments', id))!;
    await tx.update<StoredAssessment>(record, { body: { ...record.body, status: 'running', runner: 'runner-1' } });
  });
  assert.equal([...(await engineAssessments.findStops(store, [id]))], []);
  assert.is((await request(`DELETE /workspaces/${workspace}`)).status, 204);
  assert.equal([...(await engineAssessments.findStops(store, [id]))], [[id, 'kill']]);
});

test.run();
