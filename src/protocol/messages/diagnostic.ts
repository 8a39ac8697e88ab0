import { intField, repeatedField, messageField, optionalIntField, stringField } from '../protobuf/field.ts';
import { defineMessage } from '../protobuf/message.ts';
import { AttributePathMessage } from './value.ts';

/** severity: 1 error, 2 warning. */
export const DiagnosticMessage = defineMessage({
  severity: intField(1),
  summary: stringField(2),
  detail: stringField(3),
  attribute: messageField(4, AttributePathMessage),
});

/** The field of the diagnostics in every response. */
export const diagnosticsField = (number: number) => repeatedField(number, DiagnosticMessage);

export const FunctionError = defineMessage({ text: stringField(1), function_argument: optionalIntField(2) });
