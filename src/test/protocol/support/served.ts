import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import { serveReattach } from '../../../protocol/reattach.ts';
import type { CallContext, Provider, ResourceServer } from '../../../protocol/provider-server.ts';
import { protocolClient } from '../client.ts';
import { makeProvider } from '../fixtures/provider.ts';
import { temporaryFolder } from './plugin.ts';

const emptyNote = {
  title: null,
  body: null,
  weight: null,
  loud: null,
  labels: null,
  readers: null,
  lines: null,
  place: null,
  anything: null,
  pin: null,
  key_wo: null,
  key_length: null,
  writes: null,
  id: null,
};
export const note = (more: object) => ({ ...emptyNote, ...more });

/** A suite whose tests call the fixture provider, served in this process as engines reattach to it. */
export const servedSuite = async (name: string) => {
  const test = suite(name);
  const folder = temporaryFolder();
  process.env['FIXTURE_STORE'] = join(folder.path, 'notes.json');
  process.env['TF_LOG'] = 'off';
  process.env['PLUGIN_UNIX_SOCKET_DIR'] = folder.path;
  /** Calls that hang until their signal fires. */
  const seen: CallContext[] = [];
  const hanging: ResourceServer['read'] = async (_, calling) => {
    seen.push(calling);
    return new Promise((_, reject) => calling.signal.addEventListener('abort', () => reject(calling.signal.reason)));
  };
  let override: Partial<ResourceServer> = {};
  const made = (): Provider => {
    const provider = makeProvider();
    return { ...provider, resources: { fixture_note: { ...provider.resources['fixture_note']!, ...override } } };
  };
  const served = await serveReattach(made, { source: 'terraform.local/test/fixture' });
  const address = `unix:${served.address.at}`;
  const client = protocolClient(address);
  test.before.each(() => {
    override = {};
    seen.length = 0;
    rmSync(process.env['FIXTURE_STORE']!, { force: true });
  });
  test.after(async () => {
    client.close();
    await served.close();
    folder.remove();
  });
  /** A client of its own, whose provider is made with these overrides. */
  const fresh = (changes: Partial<ResourceServer>) => {
    override = changes;
    return protocolClient(address);
  };
  return { test, served, address, client, seen, hanging, fresh };
};
