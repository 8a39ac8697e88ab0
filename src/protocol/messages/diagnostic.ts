import { int, list, one, presentInt, string } from '../protobuf/field.ts';
import { message } from '../protobuf/message.ts';
import { AttributePath } from './value.ts';

/** severity: 1 error, 2 warning. */
export const DiagnosticMessage = message({ severity: int(1), summary: string(2), detail: string(3), attribute: one(4, AttributePath) });

/** The field every answer tells its diagnostics in. */
export const diagnosticsAt = (number: number) => list(number, DiagnosticMessage);

export const FunctionError = message({ text: string(1), function_argument: presentInt(2) });
