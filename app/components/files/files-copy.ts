export type FilesCopy = {
  choose: string;
  limits: string;
  /** What a mouse can do in addition. */
  drop: string;
  chosen: string;
  uploading: (name: string) => string;
  uploaded: (name: string) => string;
  remove: (name: string) => string;
  tooLarge: string;
  tooMany: string;
  unfinished: string;
  /** Names the list of files that were sent with a text. */
  list: string;
  download: (name: string) => string;
  downloading: string;
  pending: string;
  infected: string;
  unavailable: string;
};
