/** The entry of the single executable that is only the provider. */
import { runEmbeddedScript } from '../protocol/embedded-scripts.ts';
import { runPlugin } from '../protocol/run-plugin.ts';

runPlugin((entry) => runEmbeddedScript(entry, require));
