/** Which schema a file has is said to editors and linters, not to the program that reads it: no schema need allow it. */
export const schemaPointer = '/$schema';
