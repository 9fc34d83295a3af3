/** What is wrong, and where. */
export type Problem = { file: string; path: string; message: string };

export const asLine = ({ file, path, message }: Problem): string => [file, path, message].filter(Boolean).join(': ');
