/** What Node starts: it takes everything else with the code that was compiled at earlier starts. */
import { cachedScripts } from './code-cache/cached-scripts.ts';
import { callsFile, handshakeFile, standbyFile } from './plugin-files.ts';
import { runPlugin } from './run-plugin.ts';
import { createScriptRunner } from './script-loader.ts';
import type { PluginScript } from './serve-plugin.ts';
import type { StandbyScript } from './standby/serve-engines.ts';

const { run, compile } = createScriptRunner(require, cachedScripts(__dirname, process.env));
// The launcher waits for this process where it names its folder of standby processes and itself.
const [folder, launcher] = process.argv.slice(2);
if (folder === undefined || launcher === undefined) runPlugin(run);
else
  (run(standbyFile) as StandbyScript).serveEngines({
    folder,
    launcher: Number(launcher),
    createPlugin: () => (run(handshakeFile) as PluginScript).plugin,
    compileCalls: () => compile(callsFile),
  });
