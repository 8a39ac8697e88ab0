import * as assert from 'uvu/assert';

/** For `assert.throws`: the error's whole message. A text alone uvu takes for a message of its own, and compares nothing. */
export const withMessage =
  (message: string) =>
  (error: Error): true => {
    assert.is(error.message, message);
    return true;
  };
