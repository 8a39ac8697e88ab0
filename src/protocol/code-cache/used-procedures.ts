/**
 * The called procedures of this process, for the cache of compiled code. They are stored on the process, because the cache and the calls
 * are in different files of the plugin, which do not share modules.
 */
const place = Symbol.for('slipway.used-procedures');

type Holder = { [place]?: Set<string> };

export const usedProcedures = (): Set<string> => ((globalThis as Holder)[place] ??= new Set());
