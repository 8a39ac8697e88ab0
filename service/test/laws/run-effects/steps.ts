import { fc } from '@slipway/test-support/seed';
import { scriptRun, startRun, uploadConfiguration } from './way.ts';
import { type Cell, Impossible, Refusal } from './world.ts';
import { document } from '../../documents.ts';

const flags = ['auto-apply', 'auto-apply', 'refresh-only', 'is-destroy', 'plan-only', 'save-plan', 'allow-empty-apply'] as const;
const runAttributes = fc.dictionary(fc.constantFrom(...flags), fc.boolean(), { maxKeys: 3 });
const versionAttributes = fc.dictionary(fc.constantFrom('auto-queue-runs', 'speculative', 'provisional'), fc.boolean());
const settings = fc.constantFrom({ 'auto-apply': true }, { 'auto-apply-run-trigger': true }, { 'auto-destroy-at': '2026-05-01T13:00:00Z' });

/** One request, or what goes on meanwhile. `actor`: a number that chooses who sends it. */
export type Step = { readonly actor: number } & (
  | { readonly kind: 'start' | 'owner starts' | 'upload' | 'change' | 'script'; readonly attributes: object }
  | { readonly kind: 'act'; readonly action: string; readonly run: number }
  | { readonly kind: 'override' | 'owner overrides'; readonly run: number }
  | { readonly kind: 'expire' | 'wait' | 'lock' | 'unlock' }
);
const actor = fc.nat(5);
const run = fc.nat(3);
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ actor, kind: fc.constant('start' as const), attributes: runAttributes }) },
  { weight: 3, arbitrary: fc.record({ actor, kind: fc.constant('upload' as const), attributes: versionAttributes }) },
  fc.record({ actor, kind: fc.constant('change' as const), attributes: settings }),
  fc.record({
    actor,
    kind: fc.constant('script' as const),
    attributes: fc.constantFrom({ outcome: 'no-changes' }, { policyChecks: [{ status: 'soft_failed', output: 'no' }] }),
  }),
  fc.record({
    actor,
    kind: fc.constant('owner starts' as const),
    attributes: fc.constantFrom({}, { 'save-plan': true }, { 'is-destroy': true }),
  }),
  fc.record({
    actor,
    kind: fc.constant('act' as const),
    action: fc.constantFrom('apply', 'apply', 'discard', 'cancel', 'force-execute', 'force-cancel', 'comment'),
    run,
  }),
  fc.record({ actor, kind: fc.constantFrom('override' as const, 'owner overrides' as const), run }),
  fc.record({ actor, kind: fc.constantFrom('expire' as const, 'wait' as const, 'lock' as const, 'unlock' as const) }),
);
export const describeStep = ({ kind, ...rest }: Step): string => `${kind} ${JSON.stringify(rest)}`;

/** A run of the workspace, counted from the newest; undefined: it has fewer. */
const findRun = async ({ asOwner, workspace }: Cell, number: number): Promise<string | undefined> =>
  (await asOwner(`GET /workspaces/${workspace}/runs`))[number]?.id;

const override = async (cell: Cell, ask: Cell['asRole'], number: number): Promise<void> => {
  const run = await findRun(cell, number);
  const [check] = run === undefined ? [] : await cell.asOwner(`GET /runs/${run}/policy-checks`);
  if (check) await ask(`POST /policy-checks/${check.id}/actions/override`);
};
const act = async (cell: Cell, action: string, number: number): Promise<void> => {
  const run = await findRun(cell, number);
  if (run === undefined) return;
  if (action === 'comment') await cell.asRole(`POST /runs/${run}/comments`, document('comments', { body: 'apply' }));
  else await cell.asRole(`POST /runs/${run}/actions/${action}`);
};

const perform = async (cell: Cell, step: Step): Promise<unknown> => {
  const { asRole, asOwner, workspace, project } = cell;
  switch (step.kind) {
    case 'start':
      return startRun(asRole, workspace, step.attributes);
    case 'owner starts':
      return startRun(asOwner, workspace, { ...step.attributes, 'auto-apply': false });
    case 'upload':
      return uploadConfiguration(cell, step.attributes);
    case 'change':
      return asRole(`PATCH /workspaces/${workspace}`, document('workspaces', step.attributes));
    case 'script':
      return scriptRun(cell, step.attributes);
    case 'act':
      return act(cell, step.action, step.run);
    case 'override':
      return override(cell, asRole, step.run);
    case 'owner overrides':
      return override(cell, asOwner, step.run);
    case 'expire':
      return asRole(`PATCH /projects/${project}`, document('projects', { 'auto-destroy-activity-duration': '1h' }));
    case 'wait':
      return cell.wait(7_200_000);
    default:
      return asRole(`POST /workspaces/${workspace}/actions/${step.kind}`, {});
  }
};

/** What the service refuses, or cannot do in the state that the workspace is in, changes nothing. */
export const performStep = async (cell: Cell, step: Step): Promise<void> => {
  try {
    await perform(cell, step);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Impossible)) throw error;
  }
};
