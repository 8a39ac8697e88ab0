import { durationBuckets, type OperationMetrics, type RequestMetrics } from '../../pipeline/request-metrics.ts';
import type { MetricFamily, Sample } from './exposition.ts';

/** The label is the path's template, so that the number of series is limited by the number of operations. */
const labelsOf = ({ service, operation = 'none' }: OperationMetrics) => ({ service, operation });

const renderDuration = (metrics: OperationMetrics): readonly Sample[] => {
  const labels = labelsOf(metrics);
  let count = 0;
  const buckets = metrics.buckets.map((requests, index) => ({
    suffix: '_bucket',
    labels: { ...labels, le: index < durationBuckets.length ? String(durationBuckets[index]) : '+Inf' },
    value: (count += requests),
  }));
  return [...buckets, { suffix: '_count', labels, value: count }, { suffix: '_sum', labels, value: metrics.seconds }];
};

export const describeRequests = (metrics: RequestMetrics): readonly MetricFamily[] => {
  const operations = metrics.listOperations();
  return [
    {
      name: 'slipway_http_requests',
      type: 'counter',
      help: 'Requests by operation and status. Operation none: no endpoint. Status 0: an injected fault broke the connection.',
      samples: operations.flatMap((one) =>
        [...one.statuses].map(([status, value]) => ({
          suffix: '_total',
          labels: { ...labelsOf(one), status: String(status) },
          value,
        })),
      ),
    },
    {
      name: 'slipway_http_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'From the arrival of a request until its response is rendered.',
      samples: operations.flatMap(renderDuration),
    },
    {
      name: 'slipway_http_requests_in_flight',
      type: 'gauge',
      help: 'Requests that have arrived and are not answered.',
      samples: [...metrics.inFlight].map(([service, value]) => ({ labels: { service }, value })),
    },
  ];
};
