import { newId } from '../store/new-id.ts';
import { notFound, unprocessable } from '../http/problem.ts';
import { type RunOutcome, runOutcomes } from '../workspaces/runs/stored.ts';
import { requireJsonObject, requireMembers } from './request-values.ts';
import type { ControlEndpoints } from './control.ts';

export const runControls: ControlEndpoints = {
  /** `{"outcome": "plan-errored"}`: what becomes of the next run that starts; docs/service.md names the outcomes. */
  'POST /_local/run-outcome': async ({ store }, request) => {
    const { outcome } = requireMembers(request.json(), 'outcome');
    if (!runOutcomes.includes(outcome as RunOutcome)) throw unprocessable(`expected one of ${runOutcomes.join(', ')}`, '/outcome');
    const id = newId('script');
    await store.write((tx) => tx.insert({ id, kind: 'run-outcomes', scope: '', key: id, name: id, body: { outcome } }));
    return { status: 201 };
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
