import type { Asking } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { compiled } from './compiled.ts';
import { bundleWithId, policySetOf, writePolicySet } from './here.ts';
import { InputFault, inputOf } from './input.ts';
import { compileBundle, decide, type Decision, PolicyFault } from './rego/index.ts';
import { shortened } from './shortened.ts';
import type { DecisionLog, Metadata, PolicyBundle } from './stored.ts';

type Judging = Pick<Asking<Transaction>, 'tx' | 'clock' | 'newId'>;
interface Question { readonly input: unknown; readonly metadata: Metadata; readonly now: bigint }

/** Nothing else is answered while policies are evaluated, which is to be a fraction of a second. */
const limits = { steps: 300_000 };
const noPolicies = compileBundle({});

const error = (reason: string): Decision => ({ status: 'ERROR', enabled_rules: [], hard_failures: [], soft_failures: [], reason: shortened(reason) });

const decided = (id: string | null, bundle: PolicyBundle, question: Question): Decision => {
  try {
    const decision = decide(id === null ? noPolicies : compiled(id, bundle), { ...question, limits });
    return decision.status === 'ERROR' ? error(decision.reason ?? '') : decision;
  } catch (fault) {
    if (fault instanceof PolicyFault) return error(fault.message);
    throw fault;
  }
};

/** Judges by the policies of an owner what `read` gives, and writes the decision down, whatever it is. */
const judge = async (judging: Judging, owner: string, metadata: Metadata, read: () => unknown): Promise<Rec<DecisionLog>> => {
  const { tx, clock, newId } = judging;
  const there = await policySetOf(tx, owner);
  const set = there ?? await writePolicySet(judging, owner, {}, there);
  const bundle = await bundleWithId(tx, set.body.bundle);
  const began = clock.now();
  const answer = (): Decision => {
    try { return decided(set.body.bundle, bundle, { input: read(), metadata, now: BigInt(began.getTime()) * 1_000_000n }); } catch (fault) {
      if (fault instanceof InputFault) return error(`the configuration ${fault.message}`);
      throw fault;
    }
  };
  const decision = answer();
  const [id, createdAt] = [newId('uuid'), began.toISOString()];
  return tx.insert<DecisionLog>({ id, kind: 'ci-policy-decisions', scope: set.id, key: id, name: createdAt, body: {
    createdAt, decision, metadata, policies: Object.fromEntries(bundle.documents.map(({ name, hash }) => [name, hash])),
    timeTaken: clock.now().getTime() - began.getTime(), bundle: set.body.bundle,
  } });
};

/** Judges an input that was read already. */
export const judgeInput = (judging: Judging, owner: string, input: unknown, metadata: Metadata): Promise<Rec<DecisionLog>> => judge(judging, owner, metadata, () => input);

/**
 * What a pipeline asks before it starts. `owner`: the organization's id; `text`: the configuration's YAML. Undefined when the
 * owner's settings do not want pipelines judged. `blocks`: the pipeline must not start, for a rule failed hard or because
 * nobody can tell (ERROR). The decision is logged in the transaction that is given.
 */
export const evaluateFor = async (judging: Judging, owner: string, text: string, metadata: Metadata): Promise<{ readonly id: string; readonly decision: Decision; readonly blocks: boolean } | undefined> => {
  if (!(await policySetOf(judging.tx, owner))?.body.enabled) return undefined;
  const { id, body: { decision } } = await judge(judging, owner, metadata, () => inputOf(text));
  return { id, decision, blocks: decision.status === 'HARD_FAIL' || decision.status === 'ERROR' };
};
