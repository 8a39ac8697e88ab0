import { readField, withoutField } from '@slipway/test-support/field-folder';
import { skipWithReason } from '@slipway/test-support/skip';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { barePod, documentHead } from './documents.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis services of gateways');

test('the ports of a service and those of the pods to which it sends are both accepted; other services are listed', () => {
  const service = (name: string, spec: string): string =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: web}, ports: [${spec}]}\n---\n`;
  const many = ['d', 'e', 'f', 'g'].map((name) => service(name, '{port: 90}')).join('');
  const lines = (services: string) =>
    findDiagnostics(
      `${barePod('web')}${services}${documentHead('Gateway', 'front')}  selector: {app: web}
  servers:
  - {port: {number: 80, name: a, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 8081, name: b, protocol: HTTP}, hosts: [a.test]}
  - {port: {number: 8082, name: c, protocol: HTTP}, hosts: [a.test]}
`,
      'IST0104',
    ).map((line) => line.slice(line.indexOf('Port ')));
  const port = (number: number, services: string): string =>
    `Port ${number} is not on the workload that the gateway selects (app=web): ${services}`;
  assert.equal(lines(service('a', '{port: 80, targetPort: 8081}, {port: 81, targetPort: "8082"}')), []);
  assert.equal(lines(service('a', '{port: 80, targetPort: http}') + service('b', '{port: 53, targetPort: 8081, protocol: UDP}')), [
    port(8081, 'its Services are default/a (80), default/b (no TCP port)'),
    port(8082, 'its Services are default/a (80), default/b (no TCP port)'),
  ]);
  const listed = 'its Services are default/a (80 to 8081), default/d (90), default/e (90), default/f (90), default/g (90)';
  assert.equal(lines(service('a', '{port: 80, targetPort: 8081}') + many), [port(8082, listed)]);
  assert.equal(lines(service('a', '{port: 80, targetPort: 8081}') + many + service('h', '{port: 1}')), [
    port(8082, `${listed} and 1 more`),
  ]);
  assert.equal(
    lines(''),
    [80, 8081, 8082].map((number) => port(number, 'no Service selects it')),
  );
});

const reported = withoutField === '' ? test : skipWithReason(test, withoutField);
reported('mesh-gateway-target-port: a port of a Gateway that is the targetPort of a Service', () => {
  const text = readField('mesh-gateway-target-port', 'mesh.yaml');
  assert.equal(findDiagnostics(text, 'IST0101', 'IST0104'), []);
  assert.equal(findDiagnostics(text.replace('number: 8081', 'number: 8082'), 'IST0101', 'IST0104'), [
    'IST0104 Warn mesh.yaml:7 /spec/servers/0/port/number Gateway apps/inner: ' +
      'Port 8082 is not on the workload that the gateway selects (istio=inner-gateway): its Services are edge/inner (80 to 8081)',
  ]);
});
test.run();
