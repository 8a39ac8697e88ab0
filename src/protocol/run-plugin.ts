import { handshakeFile } from './plugin-files.ts';
import type { PluginScript } from './serve-plugin.ts';

/** Runs this process as the plugin whose handshake is the script that `run` runs. */
export const runPlugin = (run: (entry: string) => unknown): void => void (run(handshakeFile) as PluginScript).plugin.run();
