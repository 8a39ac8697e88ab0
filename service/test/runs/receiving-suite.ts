/** Suites in which runs send something to a destination: each test has a service, a workspace, and a receiver. */
import { suite, type Test } from 'uvu';
import { type Receiver, startReceiver } from '../receiver.ts';
import { createNoCodeTestService, type NoCodeTestService } from './support.ts';

export interface ReceivingParts extends NoCodeTestService {
  readonly receiver: Receiver;
  readonly workspace: string;
}

export const receivingSuite = (name: string): Test<ReceivingParts> => {
  const test = suite<ReceivingParts>(name);
  test.before.each(async (context) => {
    const bench = await createNoCodeTestService({ settings: { privateDestinations: true } });
    Object.assign(context, bench, { workspace: await bench.createWorkspaceId('harbour'), receiver: await startReceiver() });
  });
  test.after.each(async ({ close, receiver }) => {
    receiver.close();
    await close();
  });
  return test;
};
