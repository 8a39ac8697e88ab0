/**
 * The files next to the launcher: the entry, what the handshake needs, what serves connections and stored answers, what other calls need,
 * and what a process needs that serves several engines.
 */
export const entryFile = 'provider.cjs';
export const handshakeFile = 'provider-handshake.cjs';
export const serverFile = 'provider-server.cjs';
export const callsFile = 'provider-calls.cjs';
export const standbyFile = 'provider-standby.cjs';
