import { setLogger } from '@grpc/grpc-js';
import { format } from 'node:util';
import type { LogScope } from '../log/scope.ts';

/** Sends the messages of gRPC to a scope instead of standard error. */
export const redirectGrpcLog = (scope: LogScope): void => {
  const told =
    (write: (message: string) => void) =>
    (...words: readonly unknown[]): void => {
      write(format(...words));
    };
  setLogger({
    error: told((message) => {
      scope.warn(message);
    }),
    info: told((message) => {
      scope.info(message);
    }),
    debug: told((message) => {
      scope.debug(message);
    }),
  });
};
