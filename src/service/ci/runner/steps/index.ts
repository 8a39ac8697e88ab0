import type { Step } from '../../configuration/index.ts';
import { withoutEffect } from '../../configuration/index.ts';
import { type Ended, type Node, parted, text } from '../node.ts';
import { type Kept, storeArtifacts } from './artifacts.ts';
import { restoreCache, saveCache } from './caches.ts';
import { checkoutStep } from './checkout.ts';
import { runStep } from './run.ts';
import { storeTests, type Told } from './tests.ts';
import { attach, persist } from './workspaces.ts';

/** What the parallel runs of a job have used up together. */
export interface Used { readonly artifacts: Kept; readonly tests: Told }
export const nothingUsed = (): Used => ({ artifacts: { count: 0, bytes: 0 }, tests: { bytes: 0, count: 0 } });

const names: { readonly [type: string]: string } = {
  checkout: 'Check out code', save_cache: 'Save a cache', restore_cache: 'Restore a cache', store_artifacts: 'Keep artifacts', store_test_results: 'Read test results',
  persist_to_workspace: 'Persist to the workspace', attach_workspace: 'Attach the workspace',
};

/** What a step is called: as its configuration says, else by what it does. */
export const nameOf = (step: Step): string => {
  const [type, given] = parted(step);
  const first = (text(given['command']) ?? '').trim().split('\n')[0]!;
  return (text(given['name']) ?? names[type] ?? (first === '' ? type : first)).slice(0, 200);
};

/** When a step runs: `on_success` unless said. */
export const wantedOf = (step: Step): 'on_success' | 'on_fail' | 'always' => {
  const when = text(parted(step)[1]['when']);
  return when === 'always' || when === 'on_fail' ? when : 'on_success';
};

/** Does one step. Rejects where the machine fails: the disk, or the making of a process. */
export const perform = async (node: Node, used: Used, step: Step): Promise<Ended> => {
  const [type, given] = parted(step);
  switch (type) {
    case 'run': case 'deploy': return runStep(node, given);
    case 'checkout': return checkoutStep(node, given);
    case 'save_cache': return saveCache(node, given);
    case 'restore_cache': return restoreCache(node, given);
    case 'persist_to_workspace': return persist(node, given);
    case 'attach_workspace': return attach(node, given);
    case 'store_artifacts': return storeArtifacts(node, used.artifacts, given);
    case 'store_test_results': return storeTests(node, used.tests, given);
    default:
      await node.log.say(`Left out: ${withoutEffect.get(type) ?? `${type} is no step that runs here`}.`);
      return 'success';
  }
};
