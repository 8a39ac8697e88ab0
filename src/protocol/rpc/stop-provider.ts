import { string } from '../protobuf/field.ts';
import { answering } from './rpc.ts';

export const stopProvider = answering('StopProvider', {}, { Error: string(1) }, async (_, { session }) => {
  await session.stop();
  return {};
}, ({ detail }) => ({ Error: detail }));
