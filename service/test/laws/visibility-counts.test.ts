/** Counts, filters and searches (`visibility.test.ts`): what a caller cannot read is not counted, and no name finds it. */
// watchdog: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listAttributes } from './visibility/known-things.ts';
import { counted, judgeCounts } from './visibility/judge-counts.ts';
import { filterTargets, judgeFilters, listFilters } from './visibility/judge-filters.ts';
import { judgeTotals } from './visibility/judge-totals.ts';
import { type Planted, plantWorld } from './visibility/planted.ts';

const callers = ['nothing', 'reader', 'limited', 'project-administrator', 'projects', 'policies', 'organization'];

const law = suite<Planted>('what a caller cannot read is not counted, and no name finds it');
law.before(async (context) => {
  Object.assign(context, await plantWorld(callers));
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('the total of a list is what its pages show', async (planted) => {
  assert.equal(await judgeTotals(planted), []);
});

law('a count in a document is that of what the caller finds', async (planted) => {
  assert.equal(await judgeCounts(planted), []);
});

law('a hidden name finds nothing, and leaves nothing out', async (planted) => {
  assert.equal(await judgeFilters(planted), []);
});

/** Counts of what belongs to the document that has them, of what the request asks for, and what is 0 here. */
const otherCounts: { readonly [reason: string]: readonly string[] } = {
  'of the document itself': [
    'cost-estimates matched-resources-count',
    'cost-estimates resources-count',
    'cost-estimates unmatched-resources-count',
    'policy-evaluations result-count',
    'policy-set-outcomes result-count',
    'policy-set-outcomes result_count',
    'state-versions billable-rum-count',
    'state-versions resource-count',
    'task-results task-result-outcomes-count',
    'workspaces resource-count',
    'workspaces unarchived_workspace_change_requests_count',
    'workspaces workspace-kpis-runs-count',
  ],
  'of the users of the team, as users-count': ['teams non-service-users-count'],
  'of the workspaces that the caller may see, only where the request asks for them': ['oauth-clients affected-workspaces-count'],
  'this service has none': [
    'organizations module-consuming-organizations-count',
    'organizations provider-consuming-organizations-count',
    'organizations remaining-testable-count',
    'stacks downstream-count',
    'stacks inputs-count',
    'stacks outputs-count',
    'stacks upstream-count',
  ],
};

law('every count is judged, or it says why not', () => {
  assert.equal(
    listAttributes(/[-_]count$/).filter((name) => counted[name] === undefined),
    Object.values(otherCounts).flat().sort(),
  );
});

/** Parameters that name nothing which may be hidden, by the reason. */
const otherFilters: { readonly [reason: string]: readonly string[] } = {
  'of the list itself: words, times and numbers': [
    'archive',
    'category',
    'filter[current-run][status]',
    'filter[expiry_status]',
    'filter[from]',
    'filter[kind]',
    'filter[last-ping-since]',
    'filter[levels]',
    'filter[operation]',
    'filter[provider]',
    'filter[registry_name]',
    'filter[source]',
    'filter[status]',
    'filter[status_group]',
    'filter[timeframe]',
    'filter[to]',
    'filter[versioned]',
    'search[commit]',
    'since',
  ],
  'counts with the key before it': ['filter[tagged][{index}][value]'],
  'says whose list it is, as a path does: visibility.test.ts': [
    'branch',
    'filter[namespace]',
    'filter[organization][name]',
    'filter[organization_name]',
    'filter[workspace][id]',
    'filter[workspace][name]',
    'githubAppInstallationId',
    'identifier',
    'oauth_token_id',
    'organization',
    'organization_name',
    'q[email]',
    'q[name]',
    'workspace_id',
  ],
  'this service has none': ['filter[installation_id]', 'filter[name]', 'filter[oauth_client_external_ids]', 'search'],
};

law('every filter is judged, or it says why not', () => {
  assert.equal(
    listFilters().filter((name) => filterTargets[name] === undefined),
    Object.values(otherFilters).flat().sort(),
  );
});

law.run();
