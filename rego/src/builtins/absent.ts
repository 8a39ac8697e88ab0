const network = 'it needs a network';
const host = 'it describes the host, or is meant for another one';
/** Whether a chain is valid is decided by rules (names, usages, constraints) that Node.js does not apply without a connection. */
const chains = 'chains of certificates are not verified';
const privateKeys = 'private keys of several kinds are not read';
const graphql = 'GraphQL is not parsed';
const syntax = 'a policy does not see the syntax of policies';

/** Functions that Open Policy Agent has and this engine refuses when a policy is compiled, each with the reason. */
export const absentBuiltins: ReadonlyMap<string, string> = new Map([
  ['http.send', network],
  ['net.lookup_ip_addr', network],
  ['opa.runtime', host],
  ['providers.aws.sign_req', host],
  ['crypto.parse_private_keys', privateKeys],
  ['crypto.x509.parse_and_verify_certificates', chains],
  ['crypto.x509.parse_and_verify_certificates_with_options', chains],
  ['crypto.x509.parse_keypair', privateKeys],
  ...[
    'graphql.is_valid',
    'graphql.parse',
    'graphql.parse_and_verify',
    'graphql.parse_query',
    'graphql.parse_schema',
    'graphql.schema_is_valid',
  ].map((name) => [name, graphql] as const),
  ['rego.parse_module', syntax],
]);
