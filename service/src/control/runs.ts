import { conflict, notFound, unprocessable } from '../http/problem.ts';
import { keepScript, readScript, scriptNextRun } from '../workspaces/runs/script/run-script.ts';
import type { StoredRun } from '../workspaces/runs/stored.ts';
import { requireJsonObject } from './request-values.ts';
import { parseRunScript } from './parse-run-script.ts';
import type { ControlEndpoints } from './control.ts';

export const runControls: ControlEndpoints = {
  /**
   * `{"outcome": "plan-errored", "plan": {"additions": 3}}`: the outcome of the next run that starts, in any workspace or in the one of
   * `workspace`. docs/control.md names the members.
   */
  'POST /_local/run-outcome': async ({ store }, request) => {
    const { script, rest } = parseRunScript(request.json(), 'workspace');
    const { workspace } = rest;
    if (workspace !== undefined && typeof workspace !== 'string') throw unprocessable('expected the ID of a workspace', '/workspace');
    if (Object.keys(script).length === 0) throw unprocessable('expected what becomes of the run, such as its outcome', '');
    await store.write(async (tx) => {
      if (workspace !== undefined && !(await tx.get('workspaces', workspace))) throw notFound(`the workspace ${workspace}`);
      await scriptNextRun(tx, script, workspace);
    });
    return { status: 201 };
  },

  /** The outcome, the plan or the apply of a run that has not come so far. */
  'PATCH /_local/runs/{id}': async ({ store }, { params, json }) => {
    const { script } = parseRunScript(json());
    const fixed = Object.keys(script).find((name) => !['outcome', 'plan', 'apply'].includes(name));
    if (fixed !== undefined) throw unprocessable(`${fixed} is decided when a run starts; script it before`, `/${fixed}`);
    await store.write(async (tx) => {
      const run = await tx.get<StoredRun>('runs', params['id']!);
      if (!run) throw notFound(`the run ${params['id']}`);
      const isTooLate = script.plan !== undefined ? run.body.plan !== undefined : run.body.apply !== undefined;
      if (isTooLate || !run.body.active) throw conflict(`the run ${run.id} is ${run.body.status}: it is past what this would script`);
      const before = await readScript(tx, run.scope, run.id);
      const { outcome, ...later } = script;
      await keepScript(tx, run.scope, run.id, { ...before, ...later });
      if (outcome !== undefined) await tx.update<StoredRun>(run, { body: { ...run.body, outcome } });
    });
    return {};
  },

  /** Any of `resourceCount`, `locked`, … : members of the stored workspace, as its service would change them by itself. */
  'PATCH /_local/workspaces/{id}': async ({ store }, { params, json }) => {
    const change = requireJsonObject(json());
    await store.write(async (tx) => {
      const workspace = await tx.get<object>('workspaces', params['id']!);
      if (!workspace) throw notFound(`the workspace ${params['id']}`);
      const unknown = Object.keys(change).find((name) => !(name in workspace.body));
      if (unknown !== undefined)
        throw unprocessable(`a workspace has no member "${unknown}"; expected ${Object.keys(workspace.body).join(', ')}`, `/${unknown}`);
      await tx.update(workspace, { body: { ...workspace.body, ...change } });
    });
    return {};
  },
};
