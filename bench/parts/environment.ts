/**
 * The environment of everything that is measured: without what may be set for Slipway, engines and Node on this machine, but
 * with the engine that was chosen.
 * NODE_EXTRA_CA_CERTS is among it because Node 20 reads those certificates at every start, which costs 30 ms and is no part
 * of the question.
 */
export const cleanEnvironment: { readonly [name: string]: string | undefined } = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name === 'SLIPWAY_ENGINE' || !/^(SLIPWAY_|TF_|NODE_|npm_)/.test(name)),
);
