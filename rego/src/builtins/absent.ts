const network = 'it needs a network';
const host = 'it describes the host, or is meant for another one';
/** Decoding ASN.1 by hand would be needed: Node.js 20 reads 18 of the 53 members of the certificates in an answer. */
const certificates = 'the members of its answer are not all read by Node.js';
const graphql = 'GraphQL is not parsed';
const syntax = 'a policy does not see the syntax of policies';

/** Functions that Open Policy Agent has and this engine refuses when a policy is compiled, each with the reason. */
export const absentBuiltins: ReadonlyMap<string, string> = new Map([
  ['http.send', network],
  ['net.lookup_ip_addr', network],
  ['opa.runtime', host],
  ['providers.aws.sign_req', host],
  ...[
    'crypto.parse_private_keys',
    'crypto.x509.parse_and_verify_certificates',
    'crypto.x509.parse_and_verify_certificates_with_options',
    'crypto.x509.parse_certificate_request',
    'crypto.x509.parse_certificates',
    'crypto.x509.parse_keypair',
  ].map((name) => [name, certificates] as const),
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
