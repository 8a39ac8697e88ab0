import { testRules } from './judge.ts';

testRules(
  'Gateway',
  {
    'the name is a label': {
      valid: [],
      invalid: [
        ['{servers: [{port: {number: 80, name: h, protocol: HTTP}, hosts: ["*"]}]}', '#/metadata/name: invalid gateway name: "a.b"'],
      ],
    },
  },
  'a.b',
);
