import { version } from '../../../version.ts';
import type { ControlContext, ControlEndpoints } from '../control.ts';
import { findStoreFailure } from '../store-failure.ts';
import { chooseFormat, expositionTypes, type MetricFamily, renderExposition } from './exposition.ts';
import { describeProcess } from './process-families.ts';
import { describeRequests } from './request-families.ts';

const describeService = async ({ store, options, dialect, failures }: ControlContext): Promise<readonly MetricFamily[]> => [
  {
    name: 'slipway_build',
    type: 'info',
    help: 'What runs.',
    samples: [
      { suffix: '_info', labels: { version, node: process.versions.node, store: options.storeKind ?? 'unknown', dialect }, value: 1 },
    ],
  },
  {
    name: 'slipway_store_up',
    type: 'gauge',
    help: 'Whether the store answers within two seconds.',
    samples: [{ value: (await findStoreFailure(store)) === undefined ? 1 : 0 }],
  },
  {
    name: 'slipway_store_writes',
    type: 'counter',
    help: 'Units of work that this process has written, failed ones included.',
    samples: [{ suffix: '_total', value: store.countWrites() }],
  },
  {
    name: 'slipway_internal_failures',
    type: 'counter',
    help: 'Failures of the service itself, which its log tells: requests answered with 500, and work without a request.',
    samples: [{ suffix: '_total', value: failures() }],
  },
];

export const metricControls: ControlEndpoints = {
  /** Metrics of this process: those of several replicas are added up by who scrapes them. */
  'GET /metrics': async (context, { request }) => {
    const format = chooseFormat(request.header('accept'));
    const families = [...(await describeService(context)), ...describeRequests(context.requestMetrics), ...describeProcess()];
    return { content: { type: expositionTypes[format], text: await renderExposition(families, format) } };
  },
};
