/** Name of the file that has an operation, in the `routes/` of its feature, without its ending. */
export const operationFile = (operationId: string): string => operationId.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
