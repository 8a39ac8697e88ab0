/** Beside the launcher: what it starts, what the handshake needs, and what calls need. */
export const entryFile = 'provider.cjs';
export const handshakeFile = 'provider-handshake.cjs';
export const callsFile = 'provider-calls.cjs';
