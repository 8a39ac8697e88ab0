/** The single executable that is the provider alone. */
import { runEmbeddedScript } from '../protocol/embedded-scripts.ts';
import { runPlugin } from '../protocol/run-plugin.ts';

runPlugin((entry) => runEmbeddedScript(entry, require));
