/** Variables that Node.js, or a library under it, reads when a process starts: a change afterwards would have no effect. */
const readAtStart = /^(NODE_|PATH$|SLIPWAY_NODE$|SLIPWAY_CODE_CACHE$|TZ$|LANG|LC_|OPENSSL_|SSL_CERT_|UV_|LD_|MALLOC_)/;

/** The launcher moves this variable, which Node.js would read at each start (client/extra-certificates.ts). */
const [nodeCertificates, ownCertificates] = ['NODE_EXTRA_CA_CERTS', 'SLIPWAY_EXTRA_CA_CERTS'];

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment that the launcher gives to a process. */
export const launchedEnvironment = ({ [nodeCertificates]: certificates, ...rest }: Environment): Environment =>
  certificates ? { ...rest, [ownCertificates]: certificates } : rest;

/** Whether a process started in one environment can serve an engine with the other. */
export const hasSameStart = (one: Environment, other: Environment): boolean => {
  const settings = (of: Environment): string =>
    JSON.stringify(
      Object.entries(of)
        .filter(([name]) => readAtStart.test(name))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return settings(one) === settings(other);
};
