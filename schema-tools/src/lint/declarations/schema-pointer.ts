/**
 * Members that name a file's schema. They are for editors and linters, not for the program that reads the file: no schema has to allow
 * them.
 */
export const schemaPointer = '/$schema';
