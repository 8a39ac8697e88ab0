/** `--run-network proxy`: what runs has no network but a proxy that lets listed hosts through, and the service. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isPublicAddress } from '../../../src/delivery/public-address.ts';
import { findAllowedAddress } from '../../../src/runner/isolation/gateway/allowed-hosts.ts';
import { openGateway } from '../../../src/runner/isolation/gateway/open-gateway.ts';
import { createPlaces, findBubblewrap, isolated, run, start, users } from './sandboxed.ts';

const test = suite('the way out of a sandbox');

/** Entries, host, port, addresses of the host, and the address that is let through. */
const decisions: readonly (readonly [
  entries: readonly string[],
  host: string,
  port: number,
  addresses: readonly string[],
  way?: string,
])[] = [
  [['registry.example.com'], 'registry.example.com', 443, ['8.8.4.4'], '8.8.4.4'],
  [['registry.example.com'], 'registry.example.com', 80, ['8.8.4.4'], '8.8.4.4'],
  [['registry.example.com'], 'registry.example.com', 22, ['8.8.4.4']],
  [['registry.example.com'], 'evil.registry.example.com', 443, ['8.8.4.4']],
  [['registry.example.com'], 'registry.example.com.evil.example', 443, ['8.8.4.4']],
  [['registry.example.com:8443'], 'registry.example.com', 8443, ['8.8.4.4'], '8.8.4.4'],
  [['registry.example.com:8443'], 'registry.example.com', 443, ['8.8.4.4']],
  [['*.example.com'], 'a.b.example.com', 443, ['8.8.4.4'], '8.8.4.4'],
  [['*.example.com'], 'example.com', 443, ['8.8.4.4']],
  [['*.example.com'], '.example.com', 443, ['8.8.4.4']],
  [['*.example.com'], 'notexample.com', 443, ['8.8.4.4']],
  // Whoever has a name below the wildcard points it to where he likes.
  [['*.example.com'], 'a.example.com', 443, ['127.0.0.1']],
  [['*.example.com'], 'a.example.com', 443, ['169.254.169.254', '10.0.0.1']],
  [['*.example.com'], 'a.example.com', 443, ['10.0.0.1', '8.8.4.4'], '8.8.4.4'],
  [['mirror.corp.example'], 'mirror.corp.example', 443, ['10.0.0.1'], '10.0.0.1'],
  [[], 'registry.example.com', 443, ['8.8.4.4']],
];

test('it lets through what is listed', () => {
  for (const [entries, host, port, addresses, way] of decisions)
    assert.is(
      findAllowedAddress(entries, { host, port }, addresses, isPublicAddress),
      way,
      `${entries.join()} ${host}:${port} ${addresses.join()}`,
    );
});

const real = isolated(test);

/** Connects to a port of the loopback inside, writes this, and prints what comes. */
const talk = (port: string, text: string): string =>
  `"$NODE" -e 'const s=require("net").connect(${port},"127.0.0.1",()=>s.write(${JSON.stringify(text)}))` +
  `.on("data",(d)=>process.stdout.write(d)).on("error",(e)=>console.log(e.code))'`;

for (const user of users.filter((one) => one !== 'ordinary'))
  real(`${user}: listed hosts and the service are reached, nothing else`, async () => {
    const server = createServer((request, response) => response.end(`answer to ${request.headers.host} ${request.url}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const other = createServer((_request, response) => response.end('CANARY of another port'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const names: string[] = [];
    const way = await openGateway(
      { hosts: [`listed.example:${port}`], isPublic: isPublicAddress },
      `http://127.0.0.1:${port}`,
      async (host) => {
        names.push(host);
        return ['127.0.0.1'];
      },
    );
    const { isolation } = await findBubblewrap({ kind: 'proxy', hosts: [], isPublic: isPublicAddress });
    const places = createPlaces(user);
    const inside = (script: string) => run(places, script, 'bubblewrap', {}, { isolation: { ...isolation!, gateway: way.gateway } });
    try {
      const host = `listed.example:${port}`;
      const get = (to: string) => `GET / HTTP/1.1\r\nhost: ${to}\r\nconnection: close\r\n\r\n`;
      assert.match((await inside(talk(`${port}`, get('service')))).output, 'answer to service /');
      assert.match(
        (await inside(talk('3128', `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n${get('tunnel')}`))).output,
        /200 .*answer to tunnel \//s,
      );
      const plain = `GET http://${host}/a?b HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
      assert.match((await inside(talk('3128', plain))).output, `answer to ${host} /a?b`);
      assert.equal(names, ['listed.example', 'listed.example']);
      for (const request of [
        `CONNECT unlisted.example:443 HTTP/1.1\r\nhost: unlisted.example\r\n\r\n`,
        `GET http://unlisted.example/ HTTP/1.1\r\nhost: unlisted.example\r\n\r\n`,
        `CONNECT 127.0.0.1:${(other.address() as AddressInfo).port} HTTP/1.1\r\nhost: h\r\n\r\n`,
      ])
        assert.match((await inside(talk('3128', request))).output, /403 Forbidden[^]*--run-network proxy does not let/);
      assert.equal(names, ['listed.example', 'listed.example'], 'a name that is not listed is not even looked up');
      assert.is((await inside(talk(`${(other.address() as AddressInfo).port}`, 'x'))).output, 'ECONNREFUSED\n');
      assert.match((await inside('env')).output, /^HTTPS_PROXY=http:\/\/127\.0\.0\.1:3128$/m);
      assert.is((await inside('exit 7')).code, 7);
    } finally {
      way.close();
      server.close();
      other.close();
    }
  });

real('an interruption leaves the command its time', async () => {
  const way = await openGateway({ hosts: [], isPublic: isPublicAddress }, 'http://127.0.0.1:4000');
  const { isolation } = await findBubblewrap({ kind: 'proxy', hosts: [], isPublic: isPublicAddress });
  const script = `trap 'sleep 0.3; echo stored; exit 3' INT; echo ready; while :; do sleep 0.05; done`;
  const { running, over } = start(createPlaces(users[0]), script, 'bubblewrap', {}, { isolation: { ...isolation!, gateway: way.gateway } });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  running.interrupt(5000);
  assert.equal(await over, { code: 3, signal: null, output: 'ready\nstored\n' });
  way.close();
});

test.run();
