/** What Node starts: it takes everything else with the code that was compiled at earlier starts. */
import { cachedScripts } from './code-cache/cached-scripts.ts';
import { handshakeFile } from './plugin-files.ts';
import { runScript } from './script-loader.ts';

runScript(handshakeFile, require, cachedScripts(__dirname, process.env));
