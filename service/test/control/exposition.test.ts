import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseFormat, type MetricFamily, renderExposition } from '../../src/control/metrics/exposition.ts';

const test = suite('exposition of metrics');

const families: readonly MetricFamily[] = [
  { name: 'x_build', type: 'info', help: 'What runs.', samples: [{ suffix: '_info', labels: { version: '1.0.0' }, value: 1 }] },
  {
    name: 'x_requests',
    type: 'counter',
    help: 'A "help"\nin two lines, with a \\.',
    samples: [{ suffix: '_total', labels: { path: 'a"b\\c\nd', status: '200' }, value: 3 }],
  },
  {
    name: 'x_duration_seconds',
    type: 'histogram',
    unit: 'seconds',
    help: 'Durations.',
    samples: [
      { suffix: '_bucket', labels: { le: '0.1' }, value: 1 },
      { suffix: '_bucket', labels: { le: '+Inf' }, value: 2 },
      { suffix: '_count', value: 2 },
      { suffix: '_sum', value: 0.25 },
    ],
  },
  { name: 'x_up', type: 'gauge', help: 'Up.', samples: [{ value: 0 }] },
];

test('OpenMetrics 1.0', async () => {
  assert.is(
    await renderExposition(families, 'openmetrics'),
    `# TYPE x_build info
# HELP x_build What runs.
x_build_info{version="1.0.0"} 1
# TYPE x_requests counter
# HELP x_requests A "help"\\nin two lines, with a \\\\.
x_requests_total{path="a\\"b\\\\c\\nd",status="200"} 3
# TYPE x_duration_seconds histogram
# UNIT x_duration_seconds seconds
# HELP x_duration_seconds Durations.
x_duration_seconds_bucket{le="0.1"} 1
x_duration_seconds_bucket{le="+Inf"} 2
x_duration_seconds_count 2
x_duration_seconds_sum 0.25
# TYPE x_up gauge
# HELP x_up Up.
x_up 0
# EOF
`,
  );
});

test('the text format of Prometheus', async () => {
  assert.is(
    await renderExposition(families.slice(0, 2), 'prometheus'),
    `# HELP x_build_info What runs.
# TYPE x_build_info gauge
x_build_info{version="1.0.0"} 1
# HELP x_requests_total A "help"\\nin two lines, with a \\\\.
# TYPE x_requests_total counter
x_requests_total{path="a\\"b\\\\c\\nd",status="200"} 3
`,
  );
});

test('is OpenMetrics unless only the older format is asked for', () => {
  assert.is(chooseFormat(undefined), 'openmetrics');
  assert.is(chooseFormat('*/*'), 'openmetrics');
  assert.is(chooseFormat('application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1'), 'openmetrics');
  assert.is(chooseFormat('text/plain;version=0.0.4'), 'prometheus');
});

test.run();
