import { testRules } from './judge.ts';

const jwt = (fields: string): string => `{origins: [{jwt: {${fields}}}]}`;

testRules(
  'Policy',
  {
    'a policy without targets is named default': {
      valid: ['{}', '{peers: [{mtls: null}]}', '{peers: [{}]}', jwt('issuer: i')],
      invalid: [['{targets: [{name: a}]}', '#/metadata/name: policy with name "default" cannot have targets: it is that of its namespace']],
    },
    tokens: {
      valid: [jwt('issuer: i, jwksUri: "HTTPS://a"'), '{peers: [{jwt: {issuer: a}}], origins: [{jwt: {issuer: b}}]}'],
      invalid: [
        [jwt(''), '/origins/0/jwt/issuer: issuer must be set'],
        ['{origins: [{}]}', '/origins/0: jwt cannot be empty'],
        [jwt('issuer: i, jwtHeaders: [""]'), '/origins/0/jwt/jwtHeaders/0: jwtHeaders must not be empty'],
        ['{peers: [{jwt: {issuer: i}}], origins: [{jwt: {issuer: i}}]}', '/origins/0/jwt/issuer: jwt with issuer "i" already defined'],
        ['{peers: [{mtls: {}, jwt: {issuer: i}}]}', '/peers/0: mtls and jwt exclude each other: write one of them'],
      ],
    },
  },
  'default',
);
testRules('Policy', {
  'a policy with targets has another name': {
    valid: ['{targets: [{name: a, ports: [{number: 1}, {name: http}]}]}'],
    invalid: [
      ['{}', '#/metadata/name: policy without targets must be named "default", found "a"'],
      ['{targets: [{name: a.b}]}', '/targets/0/name: target name "a.b" must be a valid label'],
      ['{targets: [{name: a, ports: [{number: 0}]}]}', '/targets/0/ports/0/number: port number 0 must be in the range 1..65535'],
      ['{targets: [{name: a, ports: [{}]}]}', '/targets/0/ports/0: port must have a number from 1 to 65535, or a name that is a label'],
      ['{targets: [null]}', '/targets/0: `name` is missing'],
    ],
  },
});
testRules('MeshPolicy', {
  'the policy of the mesh': {
    valid: [],
    invalid: [
      ['{}', '#/metadata/name: mesh policy must be named "default", found "a"'],
      [
        '{targets: [{name: a}]}',
        '#/metadata/name: mesh policy must be named "default", found "a"',
        '/targets: mesh policy cannot have targets',
      ],
    ],
  },
});
