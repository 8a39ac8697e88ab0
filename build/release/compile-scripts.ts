/**
 * `compile-scripts.ts '{"NAME": FILE, ...}' FOLDER ENTRY WORD...`: runs the script ENTRY with these words for a moment, then writes
 * `FOLDER/NAME.compiled` for each script that it loaded, with the functions that it used, and for those that have none yet. Run by the very
 * Node.js that an executable is made of, which alone takes it. The plugin is started as an engine starts it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { createTemporaryCertificate } from '../../src/protocol/go-plugin/certificate.ts';
import { cookie } from '../../src/protocol/go-plugin/handshake.ts';
import { compiledName } from '../../src/protocol/embedded-scripts.ts';
import { handshakeFile } from '../../src/protocol/plugin-files.ts';
import { runPlugin } from '../../src/protocol/run-plugin.ts';
import type { PluginScript } from '../../src/protocol/serve-plugin.ts';
import { compileScript, createScriptRunner, type StoredScript } from '../../src/protocol/script-loader.ts';

const [listed, folder, entry, ...words] = process.argv.slice(2) as [string, string, string, ...string[]];
const files = JSON.parse(listed) as Readonly<Record<string, string>>;
const read = (name: string): StoredScript => ({ source: readFileSync(files[name]!, 'latin1') });
const compiled = new Map<string, Script>();

process.once('exit', () => {
  for (const name of Object.keys(files).filter((one) => one.endsWith('.cjs'))) {
    const [file, script] = [join(folder, compiledName(name)), compiled.get(name)];
    if (script || !existsSync(file)) writeFileSync(file, (script ?? compileScript(name, read(name))).createCachedData());
  }
});
process.argv = [process.execPath, process.execPath, ...words];
if (entry === handshakeFile)
  Object.assign(process.env, { [cookie.name]: cookie.value, PLUGIN_CLIENT_CERT: createTemporaryCertificate().pem });
const { run } = createScriptRunner(createRequire(import.meta.url), { read, onCompiled: (name, script) => compiled.set(name, script) });
if (entry === handshakeFile) {
  runPlugin(run);
  // No engine asks for what answers calls.
  void (run(handshakeFile) as PluginScript).plugin.prepare();
} else run(entry);
setTimeout(() => process.exit(0), 3000);
