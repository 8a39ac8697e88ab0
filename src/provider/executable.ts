/** The single executable that is the provider alone. */
import { runEmbeddedScript } from '../protocol/embedded-scripts.ts';
import { handshakeFile } from '../protocol/plugin-files.ts';

runEmbeddedScript(handshakeFile, require);
