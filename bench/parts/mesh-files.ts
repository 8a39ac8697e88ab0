import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { kinds } from '@slipway/mesh-config/resources';

/** Kinds that a file of so many documents is made of; cluster-scoped ones and Kubernetes's own are left out. */
export const benchKinds = kinds.filter(({ namespaced, builtin }) => namespaced && !builtin).slice(0, 20);
export const resourcesPerKind = 500;

const specs: Readonly<Record<string, (index: number, salt: number) => unknown>> = {
  VirtualService: (index, salt) => ({
    hosts: [`service-${index}.shop.example.com`],
    gateways: ['mesh', `edge-${index % 20}`],
    http: [
      {
        match: [{ uri: { prefix: `/v${salt}/` } }],
        route: [
          { destination: { host: `service-${index}`, subset: 'stable', port: { number: 8080 } }, weight: 90 },
          { destination: { host: `service-${index}`, subset: 'canary' }, weight: 10 },
        ],
        timeout: '5s',
        retries: { attempts: 3, perTryTimeout: '2s' },
      },
    ],
  }),
  Gateway: (index, salt) => ({
    selector: { app: `edge-${index}` },
    servers: [{ port: { number: 8000 + (salt % 1000), name: 'http', protocol: 'HTTP' }, hosts: [`shop-${index}.example.com`] }],
  }),
  DestinationRule: (index, salt) => ({
    host: `service-${index}`,
    trafficPolicy: { connectionPool: { tcp: { maxConnections: 100 + salt } } },
    subsets: [
      { name: 'stable', labels: { version: 'v1' } },
      { name: 'canary', labels: { version: 'v2' } },
    ],
  }),
};

/** One file with 500 documents of a kind; another `salt` gives one of them another content. */
export const writeKind = (folder: string, at: number, salt = 0): void => {
  const { kind, group, version, collection } = benchKinds[at]!;
  const documents = Array.from({ length: resourcesPerKind }, (_, index) =>
    stringify({
      apiVersion: `${group}/${version}`,
      kind,
      metadata: {
        name: `some-${index}`,
        namespace: `team-${index % 25}`,
        labels: { app: `service-${index}`, ...(index === 0 ? { salt: `s${salt}` } : {}) },
      },
      spec: specs[kind]?.(index, index === 0 ? salt : 0) ?? {},
    }),
  );
  writeFileSync(join(folder, `${collection.replaceAll('/', '-')}.yaml`), documents.join('---\n'));
};
