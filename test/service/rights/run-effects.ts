import type { Effects } from './effects.ts';
import type { Place } from './world.ts';
import { document, one } from '../../../service/test/documents.ts';

const runDocument = ({ workspace }: Place, attributes: object) => document('runs', attributes, { workspace: one('workspaces', workspace) });
const start = (place: Place, attributes: object = {}) => place.ask('POST /runs', runDocument(place, attributes));
const startAsOwner = async (place: Place, attributes: object = {}): Promise<string> =>
  (await place.own('POST /runs', runDocument(place, attributes))).data.id;
/** A run that has planned changes, and waits to be confirmed. */
const planAsOwner = async (place: Place): Promise<string> => {
  const run = await startAsOwner(place);
  await place.world.passTime(1000);
  return run;
};
const applyAsOwner = async (place: Place): Promise<void> => {
  await startAsOwner(place, { 'auto-apply': true });
  for (let step = 0; step < 6; step += 1) await place.world.passTime(1000);
};

export const runEffects: Effects = {
  'see its runs': ({ ask, workspace }) => ask(`GET /workspaces/${workspace}/runs`),
  'read the log of a plan': async (place) => place.ask(`GET /runs/${await planAsOwner(place)}/plan`),
  'start a plan': (place) => start(place, { 'plan-only': true }),
  'start a plan of a destruction': (place) => start(place, { 'plan-only': true, 'is-destroy': true }),
  'start a run': (place) => start(place),
  'start a run that destroys': (place) => start(place, { 'is-destroy': true }),
  'comment on a run': async (place) =>
    place.ask(`POST /runs/${await startAsOwner(place)}/comments`, document('comments', { body: 'why?' })),
  'upload a configuration': ({ ask, workspace }) =>
    ask(`POST /workspaces/${workspace}/configuration-versions`, document('configuration-versions', { 'auto-queue-runs': false })),
  'confirm a run': async (place) => place.ask(`POST /runs/${await planAsOwner(place)}/actions/apply`),
  'discard a run': async (place) => place.ask(`POST /runs/${await planAsOwner(place)}/actions/discard`),
  'cancel a run': async (place) => place.ask(`POST /runs/${await startAsOwner(place)}/actions/cancel`),
  'cancel a plan that you started': async (place) => {
    const started = await start(place, { 'plan-only': true });
    const run = started.status === 201 ? started.body.data.id : await startAsOwner(place, { 'plan-only': true });
    return place.ask(`POST /runs/${run}/actions/cancel`);
  },
  'force-execute a run': async (place) => {
    await planAsOwner(place);
    return place.ask(`POST /runs/${await planAsOwner(place)}/actions/force-execute`);
  },
  'force-cancel a run': async (place) => {
    await place.own('POST //_local/run-outcome', { ignoresCancel: true });
    const run = await startAsOwner(place);
    await place.world.passTime(250);
    await place.own(`POST /runs/${run}/actions/cancel`);
    await place.world.passTime(61_000);
    return place.ask(`POST /runs/${run}/actions/force-cancel`);
  },
  'read a plan as JSON': async (place) => {
    const run = await planAsOwner(place);
    return place.ask(`GET /plans/plan-${run.slice('run-'.length)}/json-output`);
  },
  'export mocks of a plan': async (place) => {
    const plan = one('plans', `plan-${(await planAsOwner(place)).slice('run-'.length)}`);
    return place.ask('POST /plan-exports', document('plan-exports', { 'data-type': 'sentinel-mock-bundle-v0' }, { plan }));
  },
  'start an assessment of it': async (place) => {
    await applyAsOwner(place);
    return place.ask(`POST /workspaces/${place.workspace}/actions/assess`);
  },
  'override policies of a run': async (place) => {
    await place.own('POST //_local/run-outcome', { policyChecks: [{ status: 'soft_failed', output: 'no' }] });
    const run = await planAsOwner(place);
    for (let step = 0; step < 5; step += 1) await place.world.passTime(200);
    const [check] = (await place.own(`GET /runs/${run}/policy-checks`)).data;
    return place.ask(`POST /policy-checks/${check.id}/actions/override`);
  },
};
