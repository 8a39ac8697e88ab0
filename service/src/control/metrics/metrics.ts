import { version } from '@slipway/declarations/version';
import type { ControlContext, ControlEndpoints } from '../control.ts';
import type { ConnectionMetrics } from '../../http/connection-metrics.ts';
import { chooseFormat, expositionTypes, type MetricFamily, renderExposition } from './exposition.ts';
import { describeProcess } from './process-families.ts';
import { describeRequests } from './request-families.ts';
import { describeStoreMetrics } from './store-families.ts';

const describeService = ({ options, dialect, failures }: ControlContext): readonly MetricFamily[] => [
  {
    name: 'slipway_build',
    type: 'info',
    help: 'What runs.',
    samples: [
      { suffix: '_info', labels: { version, node: process.versions.node, store: options.storeKind ?? 'unknown', dialect }, value: 1 },
    ],
  },
  {
    name: 'slipway_internal_failures',
    type: 'counter',
    help: 'Failures of the service itself, which are in its log: requests answered with 500, and work without a request.',
    samples: [{ suffix: '_total', value: failures() }],
  },
];

const describeConnections = (connections: ConnectionMetrics): readonly MetricFamily[] => [
  {
    name: 'slipway_http_connections',
    type: 'counter',
    help: 'Connections that the server accepted.',
    samples: [{ suffix: '_total', value: connections.accepted() }],
  },
  {
    name: 'slipway_http_open_connections',
    type: 'gauge',
    help: 'Connections that are open, idle ones included.',
    samples: [{ value: connections.open() }],
  },
];

export const metricControls: ControlEndpoints = {
  /** Metrics of this process: those of several replicas are added up by who scrapes them. */
  'GET /metrics': async (context, { request }) => {
    const format = chooseFormat(request.header('accept'));
    const families = [
      ...describeService(context),
      ...(await describeStoreMetrics(context)),
      ...describeRequests(context.requestMetrics),
      ...(context.connections ? describeConnections(context.connections) : []),
      ...describeProcess(),
    ];
    return { content: { type: expositionTypes[format], text: await renderExposition(families, format) } };
  },
};
