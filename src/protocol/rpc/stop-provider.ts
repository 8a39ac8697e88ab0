import { stringField } from '../protobuf/field.ts';
import { unaryRpc } from './rpc.ts';

export const stopProvider = unaryRpc(
  'StopProvider',
  {},
  { Error: stringField(1) },
  async (_, { session }) => {
    await session.stop();
    return {};
  },
  ({ detail }) => ({ Error: detail }),
);
