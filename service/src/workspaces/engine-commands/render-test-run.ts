import { hasOrganizationRight } from '../../access/permissions.ts';
import type { RequestContext } from '../../http/route.ts';
import { renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderRunVariables } from '../runs/render-runs.ts';
import { renderLogAddress } from './command-log.ts';
import { isCommandOver, type StoredEngineCommand } from './stored.ts';

const timestampNames: { readonly [status: string]: string } = { pending: 'queued-at', running: 'started-at' };

/** What the tests found so far, in one word: nothing of tests that were canceled or simulated. */
const findTestStatus = ({ status, tests, ...rest }: StoredEngineCommand): string => {
  if (!isCommandOver({ status, ...rest })) return 'pending';
  return tests?.status ?? (status === 'errored' ? 'error' : 'skip');
};

const renderCommand = ({ command }: StoredEngineCommand) => {
  if (command.name !== 'test') throw new Error('a query is no test run');
  const { filters, directory, verbose, parallelism } = command;
  return { filters, 'test-directory': directory ?? null, verbose, parallelism: parallelism ?? null };
};

/** The values of variables, which the log quotes, and its address are for those who may start the tests. */
export const renderTestRun = (ctx: RequestContext, record: StoredRecord<StoredEngineCommand>): ResourceObject => {
  const { id, scope, body } = record;
  const { tests, reached, organization, options } = body;
  const isManaging = hasOrganizationRight(ctx, organization, 'manage-modules');
  return {
    id,
    type: 'test-runs',
    attributes: {
      status: body.status,
      'status-timestamps': Object.fromEntries(
        Object.entries(reached).map(([status, at]) => [timestampNames[status] ?? `${status}-at`, at]),
      ),
      'test-status': findTestStatus(body),
      'tests-passed': tests?.passed ?? 0,
      'tests-failed': tests?.failed ?? 0,
      'tests-errored': tests?.errored ?? 0,
      'tests-skipped': tests?.skipped ?? 0,
      source: body.source,
      'created-at': body.createdAt,
      ...renderCommand(body),
      variables: renderRunVariables(options).map(({ key, value }) => ({ key, value: isManaging ? value : null })),
      'log-read-url': isManaging ? renderLogAddress(ctx, record, 'test-runs') : null,
    },
    relationships: {
      'configuration-version': renderToOne('configuration-versions', body.configurationVersion),
      'registry-module': renderToOne('registry-modules', scope),
    },
  };
};
