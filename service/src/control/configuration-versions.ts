import { conflict, notFound, unprocessable } from '../http/problem.ts';
import { ingressAttributes, type StoredConfigurationVersion, type StoredIngress } from '../workspaces/configuration-versions/stored.ts';
import type { ControlEndpoints } from './control.ts';
import { parseCount, parseScriptMembers, requireFlag, requireText } from './script-values.ts';

const parsers = { text: requireText, flag: requireFlag, number: parseCount } as const;
const members = {
  'commit-sha': requireText,
  ...Object.fromEntries(Object.entries(ingressAttributes).map(([name, kind]) => [name, parsers[kind]])),
};

export const configurationVersionControls: ControlEndpoints = {
  /** `{"ingress": {"commit-sha": "c0ffee", "branch": "main"}}`: the commit of a repository that it was made of. */
  'PATCH /_local/configuration-versions/{id}': async ({ store }, { params, json }) => {
    const { ingress } = parseScriptMembers(json(), '', { ingress: (value, at) => parseScriptMembers(value, at, members) });
    const { 'commit-sha': commitSha, ...rest } = (ingress ?? {}) as { readonly [name: string]: unknown };
    if (commitSha === undefined) throw unprocessable('expected the commit', '/ingress/commit-sha');
    await store.write(async (tx) => {
      const version = await tx.get<StoredConfigurationVersion>('configuration-versions', params['id']!);
      if (!version) throw notFound(`the configuration version ${params['id']}`);
      const used = await tx.count({ kind: 'runs', scope: version.scope, body: [{ path: 'configurationVersion', is: version.id }] });
      if (used > 0) throw conflict(`the configuration version ${version.id} has runs already, which tell of its commit`);
      const commit = { commitSha, ...rest } as StoredIngress;
      await tx.update<StoredConfigurationVersion>(version, { body: { ...version.body, ingress: commit } });
    });
    return {};
  },
};
