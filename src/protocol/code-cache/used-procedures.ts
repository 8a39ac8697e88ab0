/**
 * Procedures that this process was asked for, for the cache of compiled code: kept with the process, because the cache and what answers
 * calls are in different files of the plugin, each with modules of its own.
 */
const place = Symbol.for('slipway.used-procedures');

type Holder = { [place]?: Set<string> };

export const usedProcedures = (): Set<string> => ((globalThis as Holder)[place] ??= new Set());
