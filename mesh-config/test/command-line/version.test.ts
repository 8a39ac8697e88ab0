import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { getBuildInfo, setCheckout } from '../../src/build-info.ts';
import { version } from '../../src/version.ts';
import { runMeshConfig } from './run-mesh-config.ts';

const test = suite('mesh-config version');
const unknown = { revision: 'unknown', status: 'unknown', tag: 'unknown' };
test.before.each(() => {
  setCheckout({ revision: '41f5ea7', status: 'Clean', tag: 'v0.1.0' });
});
test.after(() => {
  setCheckout(unknown);
});
const node = process.version;
const success = (stdout: string) => ({ code: 0, stdout, stderr: '' });

test('by default all facts are printed on one line', async () => {
  assert.equal(
    await runMeshConfig(['version']),
    success(`version.BuildInfo{Version:"0.1.0", GitRevision:"41f5ea7", NodeVersion:"${node}", BuildStatus:"Clean", GitTag:"v0.1.0"}\n`),
  );
  assert.equal(await runMeshConfig(['version', '--short=false']), await runMeshConfig(['version']));
});
test('unknown facts are printed as "unknown"', async () => {
  setCheckout(unknown);
  assert.equal(
    await runMeshConfig(['version']),
    success(`version.BuildInfo{Version:"0.1.0", GitRevision:"unknown", NodeVersion:"${node}", BuildStatus:"unknown", GitTag:"unknown"}\n`),
  );
});
test('the short form is the version only', async () => {
  for (const word of ['-s', '--short', '-s=true', '--short=T']) assert.equal(await runMeshConfig(['version', word]), success('0.1.0\n'));
});
test('the version as JSON', async () => {
  assert.equal(
    await runMeshConfig(['version', '-o', 'json']),
    success(`{
  "clientVersion": {
    "version": "0.1.0",
    "revision": "41f5ea7",
    "node_version": "${node}",
    "status": "Clean",
    "tag": "v0.1.0"
  }
}
`),
  );
});
test('the version as YAML has sorted keys and an empty line at the end', async () => {
  assert.equal(
    await runMeshConfig(['version', '--output=yaml']),
    success(`clientVersion:\n  node_version: ${node}\n  revision: 41f5ea7\n  status: Clean\n  tag: v0.1.0\n  version: 0.1.0\n\n`),
  );
});
test('a revision that looks like a number is a string in YAML', async () => {
  setCheckout({ revision: '1234e56', status: 'Clean', tag: '017' });
  const { stdout } = await runMeshConfig(['version', '-oyaml']);
  assert.equal(parse(stdout), {
    clientVersion: { node_version: node, revision: '1234e56', status: 'Clean', tag: '017', version: '0.1.0' },
  });
});
test('the format overrides the short form', async () => {
  assert.equal(await runMeshConfig(['version', '-so', 'json']), await runMeshConfig(['version', '-o', 'json']));
});
test('another format is an error', async () => {
  for (const format of ['xml', 'JSON'])
    assert.equal(await runMeshConfig(['version', '-o', format]), {
      code: 255,
      stdout: '',
      stderr: "Error: --output must be 'yaml' or 'json'\n",
    });
});
test('getBuildInfo returns the same facts', () => {
  assert.equal(getBuildInfo(), { version, revision: '41f5ea7', node_version: node, status: 'Clean', tag: 'v0.1.0' });
});
test.run();
