/** The portal speaks English, the desk French. Words in braces are replaced. */
export type FilesCopy = {
  choose: string;
  limits: string;
  chosen: string;
  uploading: string;
  uploaded: string;
  remove: string;
  tooLarge: string;
  tooMany: string;
  unfinished: string;
  /** Of the files that were sent with a text. */
  list: string;
  download: string;
  downloading: string;
  pending: string;
  infected: string;
  unavailable: string;
};

export const named = (copy: string, name: string) => copy.replace('{name}', () => name);
