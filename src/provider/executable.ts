/** The single executable that is the provider alone. */
import { runEmbeddedScript } from '../protocol/embedded-scripts.ts';

runEmbeddedScript('provider.cjs', require);
